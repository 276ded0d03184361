import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'templates',
  title: 'Templates',
  description: 'Skeletons of a team: points, the lines between them and their names.',
  requires: ['teams'],
});
