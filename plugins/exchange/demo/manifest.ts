import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'demo',
  title: 'Demo data',
  description: 'Photographs, classes and annotations to try things on, made with the demo organization.',
  requires: ['projects', 'items', 'classes', 'annotations'],
});
