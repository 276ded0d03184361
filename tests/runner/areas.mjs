// Which part of the product a test belongs to: for the budget table, and for choosing the tests of a change.

/** Browser tests are named for the screen they use: the beginning of the file name, and the plugins whose change they would notice. */
export const BROWSER_AREAS = {
  'agreement': ['agreement', 'categories'],
  'app-': ['custom-apps', 'code'],
  'apps-': ['custom-apps', 'code'],
  'bad-input': ['items', 'classes'],
  'classification-': ['editor-classification'],
  'custom-apps': ['custom-apps', 'code', 'custom-view'],
  'data-': ['items', 'item-page', 'custom-metadata', 'categories'],
  'editor-': ['editor', 'keyboard'],
  'embedded': ['editor', 'editor-vector'],
  'example-apps': ['custom-apps'],
  'explore': ['explore'],
  'form-': ['form', 'editor-multimodal', 'models', 'code'],
  'greeting-plugin': [],
  'integrations': ['integrations', 'object-storage'],
  'item-page': ['item-page', 'items'],
  'journey': ['projects', 'items', 'classes', 'editor', 'editor-vector'],
  'ml-': ['ml'],
  'nothing-lost': ['editor', 'annotations', 'editor-vector'],
  'organization': ['organization', 'admin'],
  'outside-plugins': [],
  'people-': ['teams', 'groups', 'custom-fields', 'scores', 'work-schedule', 'member-projects'],
  'pixel-': ['editor-pixel'],
  'plugin-': ['organization'],
  'projects-': ['projects', 'project-columns'],
  'review-': ['review', 'time-tracker', 'steps', 'step-guide'],
  'sandbox': [],
  'screens': [],
  'setup-': ['classes', 'templates', 'projects', 'demo'],
  'shortcuts-': ['keyboard'],
  'sign-in-': ['profile'],
  'task-requests': ['item-requests'],
  'text-': ['editor-text'],
  'transfer-': ['transfer'],
  'vector-': ['editor-vector'],
  'workflow-': ['workflow'],
};

/** Returns the name under which the browser tests of a file are listed in {@link BROWSER_AREAS}, or undefined. */
export function browserArea(path) {
  const name = /^tests\/e2e\/([^/]+)\.test\.ts$/.exec(path)?.[1];
  return name === undefined ? undefined : Object.keys(BROWSER_AREAS).find(prefix => `${name}-`.startsWith(prefix.endsWith('-') ? prefix : `${prefix}-`));
}

/** Returns the part of the product that a test file (path from the repository's root) is charged to, such as `plugins/items`. */
export function areaOf(path) {
  const area = browserArea(path);
  if (area !== undefined) return BROWSER_AREAS[area].length === 0 ? `browser/${area.replace(/-$/, '')}` : `plugins/${BROWSER_AREAS[area][0]}`;
  const [top, second] = path.split('/');
  return top === 'sdk' || top === 'examples' ? top : `${top}/${second}`;
}

/** Returns whether a changed file lies in the folder of a plugin, and of which one. */
export function pluginOf(path) {
  return /^plugins\/([^/]+)\//.exec(path)?.[1];
}
