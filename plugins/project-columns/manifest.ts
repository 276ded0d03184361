import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'project-columns',
  title: 'Columns of the list of projects',
  description: 'Custom fields as columns of the list of projects, and views of the list that are kept for oneself or the team.',
  requires: ['projects', 'custom-fields', 'custom-view'],
  activation: 'organization',
});
