import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'stage',
  title: 'Stage',
  description:
    'The drawing engine of the picture editors: camera, tiles, shapes and masks on WebGL, Canvas 2D or software.',
  locked: true,
  requires: ['annotations'],
});
