import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'steps',
  title: 'Steps',
  description: 'The order in which the instances of an item are drawn: basic steps, or the points of a skeleton.',
  requires: ['projects', 'classes'],
});
