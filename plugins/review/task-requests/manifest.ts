import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'task-requests',
  title: 'Task requests',
  description: 'People ask for their next items and get a batch of what waits for their role, also by category.',
  requires: ['projects', 'items', 'categories', 'workflow', 'annotations', 'editor'],
  activation: { with: 'items' },
  commands: { request: { title: 'Request tasks', access: 'RequestItem', icon: 'clipboard' } },
  shortcuts: { request: 'Alt+R' },
  panels: {
    list: { place: 'items.head', title: 'Request tasks', access: 'RequestItem' },
    editor: { place: 'editor.top', title: 'Request tasks', access: 'RequestItem', order: -10 },
  },
});
