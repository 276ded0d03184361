import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-vector',
  title: 'Vector editor',
  description:
    'Boxes, polygons, lines, points, ellipses, cuboids, skeletons and tags on images; shapes are sliced, joined, subtracted and simplified.',
  requires: ['classes', 'annotations', 'stage', 'editor'],
  optional: ['skeletons'],
  activation: { with: 'editor' },
  contributes: {
    'projects.types': [
      {
        value: 1,
        word: 'vector',
        title: 'Vector',
        goodFor: 'Boxes, polygons, lines and points on photographs',
        upload: 'JPG, PNG, TIFF, WebP, BMP',
        icon: 'polygon',
      },
    ],
  },
});
