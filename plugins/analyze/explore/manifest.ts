import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'explore',
  title: 'Explore',
  description: 'Find items and instances by what is known of them; keep queries, subsets and bookmarks.',
  requires: ['projects', 'classes', 'items', 'annotations', 'workflow', 'form'],
  optional: ['categories', 'editor', 'editor-text', 'exchange', 'item-fields', 'scores', 'smart-tools'],
  // Awake with an item too: its neighbours may be those of a search; and with lists, which filter by words in texts.
  activation: ['use', { with: 'items' }, { with: 'editor.item' }],
  feature: 'explore',
  routes: {
    search: {
      path: '/t/:teamId/p/:projectId/explore',
      title: 'Explore',
      access: 'RunExplore',
      frame: 'projects.project',
      icon: 'search',
    },
  },
  commands: {
    annotateSimilar: { title: 'Annotate similar…', access: 'ApplyExploreBulkAction', icon: 'wand' },
    addToSubset: { title: 'Add items to a subset', access: 'ManageSubsets', icon: 'group' },
  },
  shortcuts: { addToSubset: 'Alt+S' },
  menus: { 'project.tabs': [{ use: 'search', order: 20 }], 'editor.item': [{ use: 'annotateSimilar', order: 80 }] },
  jobs: {
    sync: { title: 'Prepare a project for Explore' },
    snapshot: { title: 'Freeze a version of a dataset' },
    pictures: { title: 'Measure the pictures of a project' },
    embeddings: { title: 'Compare the pictures of a project by a model' },
    boxes: { title: 'Look for new boxes like an object' },
    texts: { title: 'Read the texts of a project for search' },
    passages: { title: 'Compare the texts of a project by a model' },
  },
});
