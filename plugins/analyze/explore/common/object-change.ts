import { z } from '#core/api/common/index.ts';

/** Objects of one change. */
export const MOST_CHANGED_OBJECTS = 2000;

/** The value of the item change `objects`: the objects of each item, and what is done with them. */
export const objectChange = z
  .strictObject({
    objects: z
      .array(
        z.strictObject({
          item_id: z.int().positive().max(2_147_483_647),
          ids: z.array(z.string().max(200)).min(1).max(MOST_CHANGED_OBJECTS),
        }),
      )
      .min(1)
      .max(MOST_CHANGED_OBJECTS),
    class_id: z.int().positive().optional(),
    /** `value`: ids of choices, a text or a number; null for none. */
    attribute: z
      .strictObject({
        group_id: z.int().positive(),
        value: z.union([z.array(z.int()), z.string().max(1000), z.number()]).nullable(),
      })
      .optional(),
    remove: z.literal(true).optional(),
  })
  .refine(
    value => [value.class_id, value.attribute, value.remove].filter(each => each !== undefined).length === 1,
    'name one of class_id, attribute or remove',
  );
export type ObjectChange = z.output<typeof objectChange>;
