import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-text',
  title: 'Text editor',
  description: 'Spans of texts and how they relate: exact to the character, in any script.',
  requires: ['projects', 'items', 'classes', 'annotations', 'editor'],
  activation: { with: 'editor' },
  panels: { suggestions: { place: 'editor.side.text', title: 'Suggestions', icon: 'magic', order: 0 } },
  contributes: {
    'projects.types': [
      {
        value: 4,
        word: 'text',
        title: 'Text',
        goodFor: 'Entities in text, and how they relate',
        upload: 'TXT, MD, CSV, JSON, HTML, PDF',
        icon: 'text',
      },
    ],
  },
});
