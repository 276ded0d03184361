/** Calls whose refusal (403) makes the host load the project's rights again. */
export const callsThatReloadRights: ReadonlySet<string> = new Set([
  'currentAsset',
  'saveAnnotation',
  'requestAssets',
  'changeApprovalStatus',
  'changeAnnotationStatus',
  'getImagesSpriteWithAnnotations',
  'getImagesAnnotations',
  'pinImage',
  'switchToAsset',
]);

/** Rights are loaded again at most once in this time, milliseconds. */
export const RELOAD_RIGHTS_MS = 500;
