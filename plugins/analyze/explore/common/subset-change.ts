import { z } from '#core/api/common/index.ts';

/** The value of the item change `subset`: the subset that items are added to or removed from. */
export const subsetChange = z.strictObject({
  subset_id: z.int().positive().max(2_147_483_647),
  mode: z.enum(['add', 'remove']),
  /** True when the subset was created for these items: undoing the addition deletes it, unless it has other items. */
  created: z.boolean().optional(),
  /** Its name when the change was made, for texts about the change. The server sets it. */
  name: z.string().max(1000).optional(),
});
export type SubsetChange = z.output<typeof subsetChange>;
