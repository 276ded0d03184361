import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-pixel',
  title: 'Pixel editor',
  description: 'Masks on images, exact to the pixel: brush, fill, magic wand, superpixels.',
  requires: ['classes', 'annotations', 'stage', 'editor'],
  activation: { with: 'editor' },
  contributes: {
    'projects.types': [
      {
        value: 2,
        word: 'pixel',
        title: 'Pixel',
        goodFor: 'Masks, exact to the pixel',
        upload: 'JPG, PNG, TIFF, WebP, BMP',
        icon: 'grid',
      },
    ],
  },
});
