import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'tiles',
  title: 'Tiles',
  description:
    'Tile pyramids of very large images: cut from image files, or taken from DZI and XYZ archives and addresses.',
  requires: ['projects', 'items'],
  jobs: { cut: { title: 'Cut an image into tiles' } },
});
