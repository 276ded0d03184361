import { id, z } from '#core/api/common/index.ts';
import { facetKinds } from './facets/facet.ts';
import { queryLimits } from './query/query-limits.ts';

/** Items of one page of results. */
export const PAGE = 50;
/** Most ids of one call. */
export const MOST_IDS = 5000;
/** Most items selected one by one on screen. */
export const MOST_SELECTED = 50_000;
/** Count at which counting for screens ends. */
export const COUNT_CAP = 10_000;

export const ofProject = z.looseObject({ project_id: id });
export const place = z.looseObject({
  project_id: id,
  folder_id: id.optional(),
  subset_id: id.optional(),
  time_zone: z.string().max(100).optional(),
});
export const query = z.string().max(queryLimits.characters).nullish();
export const offset = z.int().min(0).max(2_000_000_000).nullish();
export const ids = z.array(z.int().positive().max(2_147_483_647)).max(MOST_IDS, `send at most ${MOST_IDS} at a time`);

/** An item as searches answer it. */
export const foundItem = z.looseObject({
  id: z.int(),
  name: z.string(),
  folder_id: z.int(),
  folder_name: z.string(),
  is_root_folder: z.boolean(),
  /** The passage of its text or answers that fits the words of `semantic` or has those of `hasText`. */
  excerpt: z.string().optional(),
  annotation_status: z.int(),
  approval_status: z.int(),
  is_pinned: z.boolean(),
  custom_metadata: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const problem = z.object({
  code: z.string(),
  message: z.string(),
  from: z.int(),
  to: z.int(),
  suggestions: z.array(z.string()),
});

/** A facet with its values; a count is null where counting took too long. */
export const countedFacet = z.object({
  kind: z.enum(facetKinds),
  /** The attribute group, the item field or the part of picture quality. */
  name: z.string().nullable(),
  values: z.array(z.object({ value: z.string().nullable(), count: z.int().nullable() })),
  more: z.boolean(),
});
export type CountedFacetView = z.output<typeof countedFacet>;

const pixels = z.number().nullable();

/**
 * An object of an item; `position` is its place in the document, `x` and `y` the upper left corner of the box around
 * it.
 */
export const foundInstance = z.looseObject({
  item_id: z.int(),
  position: z.int(),
  id: z.string().nullable(),
  type: z.string().nullable(),
  /** The words that an entity marks, or what was read in the picture. */
  text: z.string().nullable().optional(),
  class_id: z.int(),
  className: z.string().nullable(),
  attributes: z.array(z.looseObject({ name: z.union([z.string(), z.number()]) })),
  /** Approval: true is disapproved, false approved. */
  error: z.boolean().nullable(),
  x: pixels,
  y: pixels,
  width: pixels,
  height: pixels,
});
export type FoundInstance = z.output<typeof foundInstance>;

/** Changes of many items at once; absent parts stay. */
export const itemChange = z.strictObject({
  annotation_status: z.int().optional(),
  approval_status: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
  is_pinned: z.boolean().optional(),
});
