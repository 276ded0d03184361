import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'point-clouds',
  title: 'Point clouds',
  description: 'Octrees of 3D scans: built from point files, served by nodes, with the camera images of their archive.',
  requires: ['projects', 'items'],
  jobs: { build: { title: 'Prepare a point cloud' } },
});
