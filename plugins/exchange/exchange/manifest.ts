import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'exchange',
  title: 'Import and export',
  description: 'Downloads of annotations in the own format and in those of other tools, their import, and items of forms by CSV and JSON.',
  requires: ['projects', 'items', 'classes', 'annotations', 'annotation-api', 'editor-vector', 'categories', 'item-fields', 'form', 'integrations'],
  activation: { with: 'items' },
  routes: {
    downloads: { path: '/t/:teamId/p/:projectId/downloads', title: 'Downloads', access: 'CreateExport', frame: 'projects.project', icon: 'download' },
  },
  commands: {
    newExport: { title: 'New download', access: 'CreateExport', icon: 'download' },
    importAnnotations: { title: 'Import annotations', access: 'UploadItem', icon: 'archive' },
    importRows: { title: 'Import rows', access: 'UploadItem', icon: 'table' },
    generateItems: { title: 'Generate items', access: 'UploadItem', icon: 'duplicate' },
    downloadSelection: { title: 'Download selection', access: 'CreateExport', icon: 'download', hidden: true },
  },
  shortcuts: { newExport: 'Alt+N' },
  panels: { rows: { place: 'items.dialogs', title: 'Import rows', access: 'UploadItem' } },
  menus: {
    'project.tabs': [{ use: 'downloads', order: 70 }],
    'items.bulk': [{ use: 'downloadSelection', order: 60 }],
    'explore.bulk': [{ use: 'downloadSelection', order: 60 }],
    'items.sources': [{ use: 'importRows', order: 5 }, { use: 'generateItems', order: 8 }],
    'items.add': [{ use: 'importAnnotations', order: 20 }],
  },
  jobs: { export: { title: 'Prepare a download' }, check: { title: 'Look through an import' }, import: { title: 'Import annotations' }, lookRows: { title: 'Look through rows' }, importRows: { title: 'Import rows' }, generate: { title: 'Generate items' } },
});
