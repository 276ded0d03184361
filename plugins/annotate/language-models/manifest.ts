import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'language-models',
  title: 'Models',
  description:
    'Language models of the team: keys that stay on the server, answers in forms, a budget, and a log of every call.',
  requires: ['projects', 'items', 'annotations', 'form', 'editor-form'],
  optional: ['system-health'],
  // Forms ask for models as soon as they open.
  activation: { with: 'editor-form' },
  routes: {
    models: { path: '/t/:teamId/models', title: 'Models', access: 'ManageModels', icon: 'magic' },
    tab: { path: '/t/:teamId/models/:tab', title: 'Models', access: 'ManageModels', icon: 'magic' },
  },
  panels: { names: { place: 'form.models', title: 'Models', access: 'EditForm' } },
  menus: { main: [{ use: 'models', order: 75 }] },
});
