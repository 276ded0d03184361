import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-classification',
  title: 'Classification editor',
  description: 'Says what files are: any file with a preview where there is one, its classes and their questions by keys, one item or hundreds at once.',
  requires: ['projects', 'editor', 'items', 'classes'],
  activation: { with: 'editor' },
  panels: {
    classes: { place: 'editor.side.classification', title: 'Classes', icon: 'tag', order: 0 },
  },
});
