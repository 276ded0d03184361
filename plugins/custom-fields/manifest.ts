import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'custom-fields',
  title: 'Custom fields',
  description: 'Fields that a team adds to its projects and to its people.',
  requires: ['projects', 'teams'],
});
