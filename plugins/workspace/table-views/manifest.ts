import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'table-views',
  title: 'Custom views',
  description: 'Columns, order and filters of a table, kept for a person or for the whole team.',
  panels: { views: { place: 'table.views', title: 'Views' } },
});
