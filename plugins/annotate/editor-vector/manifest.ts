import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-vector',
  title: 'Vector editor',
  description:
    'Boxes, polygons, lines, points, ellipses, cuboids, skeletons and tags on images; shapes are sliced, joined, subtracted and simplified.',
  requires: ['classes', 'annotations', 'stage', 'editor'],
  optional: ['skeletons'],
  activation: { with: 'editor' },
});
