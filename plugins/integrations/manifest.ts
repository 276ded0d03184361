import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'integrations',
  title: 'Integrations',
  description: 'Named connections to storage outside: folders of the server and buckets of the S3 protocol, attached to projects as items.',
  requires: ['projects', 'items'],
  jobs: { attach: { title: 'Attach files of an integration' } },
});
