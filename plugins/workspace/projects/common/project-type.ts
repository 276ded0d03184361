/** Numbers of the project types that scripts and archives know, whether or not an editor for them is installed. */
export const ProjectType = {
  Vector: 1,
  Pixel: 2,
  Video: 3,
  Text: 4,
  Tiled: 5,
  Classification: 6,
  PointCloud: 7,
  Multimodal: 8,
} as const;

/** Greatest number of a project type; those from 9 on are free for external plugins. */
export const MOST_PROJECT_TYPE = 999;

/** Names of these types in the work-management service. */
export const projectTypeNames: Readonly<Record<number, string>> = {
  [ProjectType.Vector]: 'VECTOR',
  [ProjectType.Pixel]: 'PIXEL',
  [ProjectType.Video]: 'PUBLIC_VIDEO',
  [ProjectType.Text]: 'PUBLIC_TEXT',
  [ProjectType.Tiled]: 'TILED',
  [ProjectType.Classification]: 'CLASSIFICATION',
  [ProjectType.PointCloud]: 'POINT_CLOUD',
  [ProjectType.Multimodal]: 'CUSTOM_LLM',
};

/**
 * Returns the storage of the files of a new project: 1 not decided, 2 uploaded, 3 by address, which types have whose
 * files come by address.
 */
export function firstUploadState(type: number, storage?: 'uploaded' | 'external' | null): number {
  if (([ProjectType.Video, ProjectType.Text, ProjectType.Multimodal] as readonly number[]).includes(type)) return 3;
  return storage === 'uploaded' ? 2 : storage === 'external' ? 3 : 1;
}
