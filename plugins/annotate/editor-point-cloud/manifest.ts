import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-point-cloud',
  title: 'Point cloud editor',
  description: 'Annotates 3D scans and sequences of scans with cuboids, lines, polygons and points.',
  requires: ['projects', 'items', 'classes', 'annotations', 'stage', 'editor', 'point-clouds'],
  activation: { with: 'editor' },
  contributes: {
    'projects.types': [
      {
        value: 7,
        word: 'point-cloud',
        title: 'Point cloud',
        goodFor: '3D scans of lidar and depth cameras, and sequences of them',
        upload: 'PCD, BIN, PLY, LAS, LAZ, COPC, XYZ, ZIP',
        icon: 'box',
      },
    ],
  },
});
