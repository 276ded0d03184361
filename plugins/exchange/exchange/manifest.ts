import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'exchange',
  title: 'Import and export',
  description: 'Export of annotations in the own format and in those of other tools, and their import.',
  requires: ['projects', 'items', 'classes', 'annotations'],
  optional: ['editor-vector', 'categories', 'item-fields', 'integrations'],
  activation: { with: 'items' },
  routes: {
    downloads: {
      path: '/t/:teamId/p/:projectId/downloads',
      title: 'Downloads',
      access: 'CreateExport',
      frame: 'projects.project',
      icon: 'download',
    },
  },
  commands: {
    newExport: { title: 'New download', access: 'CreateExport', icon: 'download' },
    importAnnotations: { title: 'Import annotations', access: 'UploadItem', icon: 'archive' },
    downloadSelection: { title: 'Download selection', access: 'CreateExport', icon: 'download', hidden: true },
  },
  shortcuts: { newExport: 'Alt+N' },
  menus: {
    'project.tabs': [{ use: 'downloads', order: 70 }],
    'items.bulk': [{ use: 'downloadSelection', order: 60 }],
    'explore.bulk': [{ use: 'downloadSelection', order: 60 }],
    'items.add': [{ use: 'importAnnotations', order: 20 }],
  },
  jobs: {
    export: { title: 'Prepare a download' },
    check: { title: 'Look through an import' },
    import: { title: 'Import annotations' },
  },
});
