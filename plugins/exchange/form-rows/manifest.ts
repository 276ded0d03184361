import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'form-rows',
  title: 'Rows of forms',
  description: 'Items of form projects as rows of CSV and JSON: import, export and generation of empty items.',
  requires: ['projects', 'items', 'classes', 'annotations', 'form', 'exchange'],
  optional: ['categories', 'integrations', 'notifications'],
  activation: { with: 'items' },
  commands: {
    importRows: { title: 'Import rows', access: 'UploadItem', icon: 'table' },
    generateItems: { title: 'Generate items', access: 'UploadItem', icon: 'duplicate' },
  },
  panels: { rows: { place: 'items.dialogs', title: 'Import rows', access: 'UploadItem' } },
  menus: {
    'items.sources': [
      { use: 'importRows', order: 5 },
      { use: 'generateItems', order: 8 },
    ],
  },
  jobs: {
    lookRows: { title: 'Check rows' },
    importRows: { title: 'Import rows' },
    importQuery: { title: 'Read rows of an integration' },
    generate: { title: 'Generate items' },
  },
});
