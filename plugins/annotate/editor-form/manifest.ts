import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-form',
  title: 'Form editor',
  description: 'Items of Multimodal projects are forms, filled in by hand or by keys alone.',
  requires: ['projects', 'items', 'classes', 'annotations', 'editor', 'form'],
  activation: { with: 'editor' },
  panels: { preview: { place: 'form.preview', title: 'Preview', access: 'EditForm' } },
});
