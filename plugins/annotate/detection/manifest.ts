import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'detection',
  title: 'Detection',
  description:
    'Runs the detector of the operator on selected images: its boxes become predictions, for people to correct.',
  requires: ['projects', 'items', 'classes', 'annotations', 'smart-tools'],
  activation: { with: 'items' },
  commands: { run: { title: 'Run model…', access: 'UploadItem', icon: 'wand', hidden: true } },
  panels: {
    run: { place: 'items.dialogs', title: 'Run model', access: 'UploadItem' },
    runOnFound: { place: 'explore.dialogs', title: 'Run model', access: 'UploadItem' },
  },
  menus: { 'items.bulk': [{ use: 'run', order: 85 }], 'explore.bulk': [{ use: 'run', order: 85 }] },
});
