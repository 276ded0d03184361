// Which part of the product a test belongs to: for the budget table, and for choosing the tests of a change.

/**
 * Browser tests are named for the screen they use: the beginning of the file name, and the plugins whose change they
 * would notice.
 */
export const BROWSER_AREAS = {
  'access-': ['access-tokens', 'audit', 'provisioning', 'rights'],
  analytics: ['analytics'],
  agreement: ['agreement', 'categories', 'gold-items'],
  'app-': ['apps'],
  'apps-': ['apps'],
  automations: ['automations'],
  'bad-input': ['items', 'classes'],
  'classification-': ['editor-classification'],
  'data-': ['items', 'item-details', 'item-fields', 'categories', 'table-views'],
  'editor-': ['editor', 'keyboard'],
  embedded: ['editor', 'editor-vector'],
  'example-apps': ['apps'],
  explore: ['explore'],
  'form-': ['form', 'form-rows', 'editor-form', 'language-models'],
  insights: ['insights'],
  integrations: ['integrations', 's3-ingest'],
  'item-page': ['item-details', 'items'],
  journey: ['projects', 'items', 'classes', 'editor', 'editor-vector'],
  'ml-': ['smart-tools', 'detection'],
  'my-work': ['my-work'],
  notifications: ['notifications'],
  'nothing-lost': ['editor', 'annotations', 'annotation-api', 'editor-vector'],
  organization: ['administration', 'billing', 'error-log', 'system-health', 'usage-analytics', 'webhooks'],
  offline: ['editor'],
  documentation: ['documentation'],
  'people-': ['teams', 'groups', 'custom-fields', 'scores', 'work-schedules', 'member-projects'],
  'pixel-': ['editor-pixel'],
  'plugin-': ['administration'],
  'point-cloud-': ['editor-point-cloud', 'point-clouds'],
  profile: ['profile'],
  'projects-': ['projects', 'custom-fields', 'project-progress'],
  'public-links': ['public-links'],
  'review-': ['review', 'time-tracker', 'steps'],
  sandbox: [],
  screens: [],
  'setup-': ['annotation-providers', 'classes', 'skeletons', 'projects', 'demo'],
  'shortcuts-': ['keyboard'],
  'sign-in-': ['profile', 'single-sign-on', 'sign-in-policy'],
  telemetry: ['telemetry'],
  evaluation: ['evaluation'],
  'task-requests': ['task-requests'],
  'text-': ['editor-text'],
  'transfer-': ['exchange', 'form-rows'],
  'tiled-': ['editor-tiled', 'tiles'],
  'vector-': ['editor-vector', 'stage'],
  'video-': ['editor-video'],
  'workflow-': ['workflow'],
};

/** Returns the name under which the browser tests of a file are listed in {@link BROWSER_AREAS}, or undefined. */
export function browserArea(path) {
  const name = /^tests\/e2e\/([^/]+)\.test\.ts$/.exec(path)?.[1];
  return name === undefined
    ? undefined
    : Object.keys(BROWSER_AREAS).find(prefix => `${name}-`.startsWith(prefix.endsWith('-') ? prefix : `${prefix}-`));
}

/**
 * Returns the part of the product that a test file (path from the repository's root) is charged to, such as
 * `plugins/items`, without the group.
 */
export function areaOf(path) {
  const area = browserArea(path);
  if (area !== undefined)
    return BROWSER_AREAS[area].length === 0 ? `browser/${area.replace(/-$/, '')}` : `plugins/${BROWSER_AREAS[area][0]}`;
  const [top, second, third] = path.split('/');
  return top === 'sdk' || top === 'examples' ? top : `${top}/${top === 'plugins' ? third : second}`;
}

/** Returns whether a changed file lies in the folder of a plugin, and of which one. */
export function pluginOf(path) {
  return /^plugins\/[^/]+\/([^/]+)\//.exec(path)?.[1];
}
