import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'agreement',
  title: 'Agreement',
  description:
    'Several people annotate the same item without seeing each other; how far they agree, and a reviewer takes the best of each.',
  requires: ['projects', 'items', 'classes', 'annotations', 'editor', 'review', 'task-requests'],
  activation: { with: 'items' },
  routes: {
    project: {
      path: '/t/:teamId/p/:projectId/setup/agreement',
      title: 'Agreement',
      access: 'UpdateProjectSettings',
      frame: 'projects.setup',
      icon: 'intersect',
    },
  },
  commands: { give: { title: 'Assign for consensus…', access: 'AssignItem', icon: 'intersect', hidden: true } },
  panels: {
    give: { place: 'items.dialogs', title: 'Assign for consensus', access: 'AssignItem' },
    own: { place: 'editor.top', title: 'Own copy', access: 'AnnotateItem', order: -20 },
    curation: {
      place: 'editor.side',
      title: 'Agreement',
      icon: 'intersect',
      access: 'ApplyItemAnnotationInstanceApprovalStatus',
      order: 27,
    },
    outlines: {
      place: 'editor.over',
      title: 'Agreement',
      access: 'ApplyItemAnnotationInstanceApprovalStatus',
      order: 12,
    },
  },
  menus: { 'project.setup': [{ use: 'project', order: 65 }], 'items.bulk': [{ use: 'give', order: 5 }] },
});
