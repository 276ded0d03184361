import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'scores',
  title: 'Scores',
  description: 'Ratings of people on items: templates of the team, values, and averages.',
  requires: ['projects', 'items', 'form', 'custom-fields'],
  feature: 'user_score',
});
