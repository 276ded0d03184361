import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'workflow',
  title: 'Workflow',
  description: 'Which statuses items have, who sees them and who moves them on.',
  requires: ['teams', 'projects', 'items'],
  activation: { with: 'items' },
});
