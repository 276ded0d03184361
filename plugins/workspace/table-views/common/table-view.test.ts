import { expect, it } from 'vitest';
import type { CustomView } from './api.ts';
import { beginningView, looksLike } from './table-view.ts';

const view = (id: number, change: Partial<CustomView>): CustomView => ({
  id,
  user_id: null,
  team_id: 1,
  key: 'items',
  name: `View ${id}`,
  columns: [],
  sort: [],
  filters: [],
  is_default: false,
  createdAt: '',
  updatedAt: '',
  ...change,
});

it('should begin a table with the own default view, else with the one of the team', () => {
  expect(beginningView([view(1, { is_default: true }), view(2, { user_id: 'a@x.org', is_default: true })])?.id).toBe(2);
  expect(beginningView([view(1, { is_default: true }), view(2, { user_id: 'a@x.org' })])?.id).toBe(1);
  expect(beginningView([view(1, {})])).toBeUndefined();
});

it('should detect that a table was changed since a view was chosen', () => {
  expect(
    looksLike(view(1, { columns: [{ id: 'name', width: 90 }] }), {
      columns: [{ width: 90, id: 'name' }],
      sort: [],
      filters: [],
    }),
  ).toBe(true);
  expect(looksLike(view(1, {}), { columns: [], sort: [{ field: 'name' }], filters: [] })).toBe(false);
});
