import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'project-columns',
  title: 'Columns of the list of projects',
  description: 'Custom fields as columns of the list of projects.',
  requires: ['projects', 'custom-fields'],
  activation: 'organization',
});
