import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'step-guide',
  title: 'Step guide',
  description: 'Leads through the steps of a project while one annotates: which class comes next, with its attributes, and the points of a skeleton one by one.',
  requires: ['projects', 'classes', 'steps', 'editor'],
  activation: { with: 'editor' },
  commands: {
    next: { title: 'Next step', access: 'AnnotateItem', icon: 'down', scope: 'editor', group: 'Steps' },
    previous: { title: 'Previous step', access: 'AnnotateItem', icon: 'up', scope: 'editor', group: 'Steps' },
  },
  shortcuts: { next: 'PageDown', previous: 'PageUp' },
  panels: {
    steps: { place: 'editor.side', title: 'Steps', icon: 'list', order: 40 },
  },
});
