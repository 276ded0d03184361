import { z } from '#core/api/common/index.ts';

/** Boxes of one change. */
export const MOST_ADDED_BOXES = 2000;

const pixels = z.number().finite().min(-1e6).max(1e6);

/** The value of the item change `boxes`: boxes that items get as new objects of a class. */
export const boxChange = z.strictObject({
  class_id: z.int().positive(),
  boxes: z
    .array(
      z.strictObject({
        item_id: z.int().positive().max(2_147_483_647),
        /** Id of the new object. */
        id: z.string().min(1).max(200),
        /** The upper left corner. */
        x: pixels,
        y: pixels,
        width: pixels.positive(),
        height: pixels.positive(),
      }),
    )
    .min(1)
    .max(MOST_ADDED_BOXES),
});
export type BoxChange = z.output<typeof boxChange>;
