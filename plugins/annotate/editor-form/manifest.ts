import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-form',
  title: 'Form editor',
  description: 'Items of Multimodal projects are forms, filled in by hand or by keys alone.',
  requires: ['projects', 'items', 'classes', 'annotations', 'editor', 'form'],
  activation: { with: 'editor' },
  panels: { preview: { place: 'form.preview', title: 'Preview', access: 'EditForm' } },
  contributes: {
    'projects.types': [
      {
        value: 8,
        word: 'multimodal',
        title: 'Multimodal',
        goodFor: 'Forms you build from text, images, audio and video',
        upload: 'CSV, JSON Lines',
        icon: 'list',
      },
    ],
  },
});
