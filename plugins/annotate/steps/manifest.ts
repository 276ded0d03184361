import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'steps',
  title: 'Steps',
  description:
    'The order in which the instances of an item are drawn, basic steps or the points of a skeleton, and a guide through them while one annotates.',
  requires: ['projects', 'classes', 'skeletons', 'annotations'],
  optional: ['editor'],
  activation: [{ with: 'projects.new' }, { with: 'projects.project' }, { with: 'editor' }],
  routes: {
    list: {
      path: '/t/:teamId/p/:projectId/setup/steps',
      title: 'Steps',
      access: 'UpdateProjectSettings',
      frame: 'projects.setup',
      icon: 'polyline',
    },
  },
  commands: {
    next: { title: 'Next step', access: 'AnnotateItem', icon: 'down', scope: 'editor', group: 'Steps' },
    previous: { title: 'Previous step', access: 'AnnotateItem', icon: 'up', scope: 'editor', group: 'Steps' },
  },
  shortcuts: { next: 'PageDown', previous: 'PageUp' },
  panels: { guide: { place: 'editor.side', title: 'Steps', icon: 'list', order: 40 } },
  menus: { 'project.setup': [{ use: 'list', order: 30 }] },
});
