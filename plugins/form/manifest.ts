import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'form',
  title: 'Form',
  description: 'The form of a Multimodal project and the form a team begins with.',
  requires: ['projects', 'items', 'classes', 'editor', 'annotations'],
});
