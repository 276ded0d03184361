import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'agreement',
  title: 'Agreement',
  description: 'Several people annotate the same item without seeing each other; how far they agree, and a reviewer takes the best of each.',
  requires: ['projects', 'items', 'classes', 'editor', 'item-requests'],
  activation: { with: 'projects' },
});
