import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'annotation-api',
  title: 'Annotations by API',
  description: 'Scripts upload, download, delete and check annotations of many items, small and large.',
  requires: ['projects', 'items', 'annotations'],
});
