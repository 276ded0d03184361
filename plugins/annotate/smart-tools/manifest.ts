import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'smart-tools',
  title: 'Intelligent help',
  description:
    'Outlines objects from clicks and boxes, and reads text in pictures. Works on this machine, without a GPU or a network.',
  requires: ['projects', 'items', 'classes', 'annotations', 'stage', 'editor'],
  optional: ['system-health'],
  activation: { with: 'editor' },
});
