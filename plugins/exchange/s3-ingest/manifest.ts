import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 's3-ingest',
  title: 'Object storage',
  description: 'Takes files by the S3 protocol from scripts, before they become items.',
  requires: ['projects', 'items'],
});
