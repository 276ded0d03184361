import { defineApi, id, z } from '#core/api/common/index.ts';
import { attributeTextLimit } from '#plugins/workspace/classes/common/index.ts';
import type { AttributeValue } from '#plugins/annotate/annotations/common/index.ts';

/** Items of one call. */
export const MOST_ITEMS = 1000;

const inProject = z.strictObject({ project_id: id });
const itemIds = z.array(z.int().positive().max(2_147_483_647)).min(1).max(MOST_ITEMS);

/**
 * Names one call; the same one sent again has no second effect. Hexadecimal digits, with or without the dashes of a
 * UUID.
 */
const operationId = z.string().regex(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i, 'must be a UUID');

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['add', 'remove']), class_id: id }),
  z.strictObject({
    kind: z.literal('set'),
    class_id: id,
    group_id: id,
    /** Ids of chosen values, a text or a number; null for none. */
    value: z.union([z.array(z.int().positive()).max(1000), z.string().max(attributeTextLimit), z.number(), z.null()]),
    /** Items without the class get it first; otherwise they are left as they are. */
    adding: z.boolean().default(false),
  }),
]);

// Answers were checked when they were stored.
const attributes = z.array(z.unknown()) as unknown as z.ZodType<AttributeValue[]>;

/** Tags of an item. */
export const itemTags = z.object({
  item_id: z.int(),
  revision: z.int(),
  tags: z.array(z.object({ class_id: z.int(), attributes })),
});
export type ItemTags = z.output<typeof itemTags>;

/** Outcome for the items of one call. */
export const tagResult = z.object({
  changed: z.array(itemTags),
  /** They were so already. */
  same: z.array(z.int()),
  /** Left as they were, and why. */
  refused: z.array(z.object({ item_id: z.int(), code: z.string(), message: z.string() })),
});
export type TagResult = z.output<typeof tagResult>;

/** Classes of whole items, many items at once. */
export const classificationApi = defineApi({
  service: 'main',
  operations: {
    listTags: {
      method: 'POST',
      reads: true,
      path: '/api/v1/project/:project_id/tags/list',
      summary: 'Classifications',
      access: 'ViewItem',
      project: 'params.project_id',
      params: inProject,
      body: z.strictObject({ item_ids: itemIds }),
      reply: z.object({ data: z.array(itemTags) }),
    },
    changeTags: {
      method: 'POST',
      path: '/api/v1/project/:project_id/tags/change',
      summary:
        'Give a class to items, take it away or answer one of its questions; who may not write an item leaves it alone',
      access: 'AnnotateItem',
      project: 'params.project_id',
      params: inProject,
      body: z.strictObject({ op: operationId, item_ids: itemIds, change }),
      reply: tagResult,
    },
    stepBackTags: {
      method: 'POST',
      path: '/api/v1/project/:project_id/tags/step-back',
      summary: 'Give items the classes of an earlier revision again, where the newest is still the one that is named',
      access: 'AnnotateItem',
      project: 'params.project_id',
      params: inProject,
      /** `to` 0: nothing is said of the item. */
      body: z.strictObject({
        op: operationId,
        items: z
          .array(z.strictObject({ item_id: id, revision: id, to: z.int().min(0) }))
          .min(1)
          .max(MOST_ITEMS),
      }),
      reply: tagResult,
    },
  },
});
