import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-tiled',
  title: 'Tiled editor',
  description:
    'Annotates images too large for one canvas, such as slides and aerial views: the shapes of the vector editor over a pyramid of tiles.',
  requires: ['projects', 'items', 'classes', 'annotations', 'stage', 'editor', 'editor-vector', 'tiles'],
  optional: ['skeletons'],
  activation: { with: 'editor' },
  panels: { all: { place: 'editor.side.tiled', title: 'All objects', icon: 'list', order: 0 } },
  contributes: {
    'projects.types': [
      {
        value: 5,
        word: 'tiled',
        title: 'Tiled',
        goodFor: 'Very large images: maps, slides, aerial views',
        upload: 'TIFF, JPG, PNG, WebP, DZI, XYZ, slides',
        icon: 'zoomIn',
      },
    ],
  },
});
