import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-classification',
  title: 'Classification editor',
  description:
    'Classifies files of any kind: a preview where there is one, classes and their questions by keys, one item or hundreds at once.',
  requires: ['projects', 'items', 'classes', 'annotations', 'stage', 'editor'],
  activation: { with: 'editor' },
  routes: {
    grid: {
      path: '/t/:teamId/p/:projectId/classify',
      title: 'Classify',
      access: 'team-member',
      frame: 'projects.project',
      icon: 'tag',
    },
    folder: {
      path: '/t/:teamId/p/:projectId/classify/f/:folderId',
      title: 'Classify',
      access: 'team-member',
      frame: 'projects.project',
      icon: 'tag',
    },
    question: {
      path: '/t/:teamId/p/:projectId/classify/question',
      title: 'One question',
      access: 'team-member',
      frame: 'projects.project',
      icon: 'help',
    },
    folderQuestion: {
      path: '/t/:teamId/p/:projectId/classify/question/f/:folderId',
      title: 'One question',
      access: 'team-member',
      frame: 'projects.project',
      icon: 'help',
    },
  },
  commands: {
    openGrid: {
      title: 'Classify many items at once',
      access: 'ViewItem',
      icon: 'grid',
      scope: 'editor',
      group: 'Item',
    },
    openQuestion: {
      title: 'One question about many items',
      access: 'ViewItem',
      icon: 'help',
      scope: 'editor',
      group: 'Item',
    },
  },
  shortcuts: { openGrid: 'Alt+G', openQuestion: 'Alt+Q' },
  panels: {
    classes: { place: 'editor.side.classification', title: 'Classes', icon: 'tag', order: 0 },
    link: { place: 'items.toolbar', title: 'Classify', access: 'ViewItem' },
  },
  contributes: {
    'projects.types': [
      {
        value: 6,
        word: 'classification',
        title: 'Classification',
        goodFor: 'One question about any kind of file',
        upload: 'Any file',
        icon: 'tag',
      },
    ],
  },
});
