import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'categories',
  title: 'Categories',
  description: 'Categories of a project: sort items by subject, and give people the subjects they know.',
  requires: ['projects', 'items'],
  activation: { with: 'items' },
  routes: {
    list: {
      path: '/t/:teamId/p/:projectId/setup/categories',
      title: 'Categories',
      access: 'UpdateProjectSettings',
      frame: 'projects.setup',
      icon: 'tag',
    },
  },
  commands: { categorize: { title: 'Categories…', access: 'SetItemCategory', icon: 'tag', hidden: true } },
  panels: {
    categorize: { place: 'items.dialogs', title: 'Categories', access: 'SetItemCategory' },
    categorizeFound: { place: 'explore.dialogs', title: 'Categories', access: 'SetItemCategory' },
    person: { place: 'projects.contributor', title: 'Categories', access: 'ShareProject' },
  },
  menus: {
    'project.setup': [{ use: 'list', order: 20 }],
    'items.bulk': [{ use: 'categorize', order: 10 }],
    'explore.bulk': [{ use: 'categorize', order: 10 }],
  },
});
