import { z } from '#core/api/common/index.ts';

/** The value of the item change `tag`: the class that entire items are given. */
export const tagChange = z.strictObject({ class_id: z.int().positive() });
export type TagChange = z.output<typeof tagChange>;
