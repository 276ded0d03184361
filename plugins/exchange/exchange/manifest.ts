import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'exchange',
  title: 'Import and export',
  description: 'Export of annotations in the own format and in those of other tools, and their import.',
  requires: ['projects', 'items', 'classes', 'annotations'],
  optional: [
    'editor-text',
    'editor-vector',
    'editor-video',
    'tiles',
    'point-clouds',
    'editor-point-cloud',
    'categories',
    'item-fields',
    'integrations',
    'notifications',
  ],
  activation: { with: 'items' },
  routes: {
    downloads: {
      path: '/t/:teamId/p/:projectId/downloads',
      title: 'Import & export',
      access: 'CreateExport',
      frame: 'projects.project',
      icon: 'download',
    },
  },
  commands: {
    newExport: { title: 'New export', access: 'CreateExport', icon: 'download' },
    importAnnotations: { title: 'Import annotations', access: 'UploadItem', icon: 'archive' },
    downloadSelection: { title: 'Export selection', access: 'CreateExport', icon: 'download', hidden: true },
    exportVersion: { title: 'Export…', access: 'CreateExport', icon: 'download', hidden: true },
  },
  shortcuts: { newExport: 'Alt+N' },
  menus: {
    'project.tabs': [{ use: 'downloads', order: 70 }],
    'items.bulk': [{ use: 'downloadSelection', order: 60 }],
    'explore.bulk': [{ use: 'downloadSelection', order: 60 }],
    'explore.version': [{ use: 'exportVersion', order: 10 }],
    'items.imports': [{ use: 'importAnnotations', order: 20 }],
  },
  panels: { import: { place: 'items.dialogs', title: 'Import annotations', access: 'UploadItem' } },
  jobs: {
    export: { title: 'Export' },
    check: { title: 'Check an import' },
    import: { title: 'Import annotations' },
    undo: { title: 'Undo import' },
  },
});
