import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'classes',
  title: 'Classes',
  description: 'What can be annotated: classes with colours and attribute groups.',
  requires: ['projects'],
});
