import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'items',
  title: 'Items',
  description: 'Folders and items of a project: upload, find, hand out, move on, delete and restore.',
  requires: ['projects'],
  locked: true,
  routes: {
    data: { path: '/t/:teamId/p/:projectId/data', title: 'Data', access: 'team-member', frame: 'projects.project', icon: 'image' },
    folder: { path: '/t/:teamId/p/:projectId/data/f/:folderId', title: 'Folder', access: 'team-member', frame: 'projects.project', icon: 'folder' },
    deleted: { path: '/t/:teamId/p/:projectId/data/deleted', title: 'Deleted items', access: 'DeleteItem', frame: 'projects.project', icon: 'trash' },
  },
  commands: {
    upload: { title: 'Upload files', access: 'UploadItem', icon: 'upload' },
    attachUrls: { title: 'Attach URLs', access: 'UploadItem', icon: 'link' },
    newFolder: { title: 'New folder', access: 'CreateFolder', icon: 'newFolder' },
    assign: { title: 'Assign items', access: 'AssignItem', icon: 'invite' },
    pin: { title: 'Pin or unpin items', access: 'ApplyItemPin', icon: 'pin' },
    priority: { title: 'Set the priority of items', access: 'SetItemPriority', icon: 'ascending' },
    copy: { title: 'Copy or move items', access: 'CopyItem', icon: 'copy' },
    remove: { title: 'Delete items', access: 'DeleteItem', icon: 'trash' },
    selectAll: { title: 'Select all items', access: 'ViewItem', icon: 'check', hidden: true },
    nextUnfinished: { title: 'Open the next unfinished item', access: 'ViewItem', icon: 'right' },
  },
  shortcuts: { upload: 'Alt+U', newFolder: 'Alt+N', assign: 'Alt+A', pin: 'Alt+P', remove: 'Delete', selectAll: 'Ctrl+A', nextUnfinished: 'Alt+J' },
  jobs: { unpack: { title: 'Unpack an archive' }, attach: { title: 'Attach files by their URLs' }, change: { title: 'Change items' }, undo: { title: 'Undo a change of items' }, bring: { title: 'Copy or move items' }, copy: { title: 'Copy or move items by name' }, measure: { title: 'Read uploaded images' } },
  panels: {
    changeResult: { place: 'job.items.change', title: 'Result', access: 'team-member' },
    bringResult: { place: 'job.items.bring', title: 'Result', access: 'team-member' },
    unpackResult: { place: 'job.items.unpack', title: 'Result', access: 'team-member' },
    undoResult: { place: 'job.items.undo', title: 'Result', access: 'team-member' },
  },
  menus: { 'project.tabs': [{ use: 'data', order: 10 }] },
});
