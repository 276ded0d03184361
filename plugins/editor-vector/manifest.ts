import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-vector',
  title: 'Vector editor',
  description: 'Boxes, polygons, lines and points on images.',
  requires: ['editor', 'classes'],
  activation: { with: 'editor' },
});
