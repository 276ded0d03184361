import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, id, success, z } from '#core/api/common/index.ts';

const key = z.string().trim().min(1, 'must name a table').max(100, 'use at most 100 characters');
const name = z
  .string()
  .trim()
  .regex(...plainDirection)
  .min(1, 'give it a name')
  .max(120, 'use at most 120 characters');
const rows = z.array(z.looseObject({})).max(100);

/** View of a table. `user_id` is null for a view of the team. */
export const customView = z.object({
  id: z.int(),
  user_id: z.string().nullable(),
  team_id: z.int(),
  key: z.string(),
  name: z.string(),
  columns: z.array(z.unknown()),
  sort: z.array(z.unknown()),
  filters: z.array(z.unknown()),
  is_default: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CustomView = z.output<typeof customView>;

const draft = z.looseObject({
  key,
  name,
  columns: z
    .array(z.union([z.string().max(200), z.looseObject({})]))
    .max(200)
    .default([]),
  sort: rows.default([]),
  filters: rows.default([]),
  /** Begins a table with this view; there is one for a person and one for the team. */
  is_default: z.boolean().default(false),
  /** For the whole team instead of the caller. */
  shared: z.boolean().default(false),
});
export type CustomViewDraft = z.output<typeof draft>;

/** Views of tables. */
export const customViewApi = defineApi({
  service: 'main',
  operations: {
    listViews: {
      method: 'GET',
      path: '/custom-view',
      summary: 'The caller’s views of a table and those of the team',
      access: 'team-member',
      query: z.strictObject({ key: key.optional() }),
      reply: z.array(customView),
    },
    saveView: {
      method: 'POST',
      path: '/custom-view',
      summary: 'Keep a view; one of the same name is replaced',
      access: 'team-member',
      body: draft,
      reply: customView,
    },
    deleteView: {
      method: 'DELETE',
      path: '/custom-view/:view_id',
      summary: 'Delete a view',
      access: 'team-member',
      params: z.strictObject({ view_id: id }),
      reply: success,
    },
  },
});
