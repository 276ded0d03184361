import { defineApi, id, time, z } from '#core/api/common/index.ts';

/** Items of one call. */
export const MOST_MARKED = 1000;
/** Largest share of gold items, in percent. */
export const MOST_PERCENT = 50;
/** Components of a form whose values can be given. */
const MOST_GIVEN = 1000;
/** Comparisons of one report, the newest. */
export const MOST_COMPARED = 2000;

const ofProject = z.strictObject({ project_id: id });
const ofItem = z.strictObject({ project_id: id, item_id: id });
const marking = z.strictObject({ item_ids: z.array(id).min(1).max(MOST_MARKED) });

const classTally = z.object({
  class_name: z.string(),
  /** Objects that are in both, in the reference alone, and in the annotator's work alone. */
  matched: z.int(),
  missed: z.int(),
  extra: z.int(),
  /** Sum of the similarities of the matched objects; each is 0 to 1. */
  similarity: z.number(),
});
export type ClassTally = z.output<typeof classTally>;

const comparison = z.object({
  /** The annotator's item. */
  item_id: z.int(),
  name: z.string(),
  gold_item_id: z.int(),
  gold_name: z.string(),
  email: z.string(),
  submitted_at: time,
  /** 0 to 1. */
  accuracy: z.number(),
  classes: z.array(classTally),
});
export type Comparison = z.output<typeof comparison>;

const report = z.object({
  /** Share of gold items in the tasks of each annotator, in percent; 0 gives none. */
  percent: z.int(),
  /** Accuracy below which managers are notified, in percent; null where nobody is. */
  threshold: z.int().nullable(),
  /** Components of the project's form that hold values; copies hold the values of those that are given. */
  fields: z.array(z.object({ id: z.string(), title: z.string(), given: z.boolean() })),
  gold: z.array(z.object({ item_id: z.int(), name: z.string(), given: z.int() })),
  /** Copies that people have not submitted yet. */
  open: z.array(z.object({ email: z.string(), items: z.int() })),
  comparisons: z.array(comparison),
});
export type GoldReport = z.output<typeof report>;

const difference = z.object({
  class_name: z.string(),
  /** Ids of the object in the reference and in the annotator's work; null where there is none. */
  reference: z.string().nullable(),
  own: z.string().nullable(),
  /** 0 to 1. */
  similarity: z.number(),
});
export type Difference = z.output<typeof difference>;

const itemState = z.object({
  gold: z.boolean(),
  /** Reason why the item cannot be marked; null when it can. */
  refusal: z.string().nullable(),
  /** People who have the item as a copy of a gold item; one, unless several people annotate each item. */
  copies: z.array(
    z.object({
      gold_item_id: z.int(),
      gold_name: z.string(),
      email: z.string(),
      /** Null while it is not submitted. */
      accuracy: z.number().nullable(),
      differences: z.array(difference),
    }),
  ),
});
export type GoldState = z.output<typeof itemState>;
export type GoldCopy = GoldState['copies'][number];

/** Gold items. Every call needs the right to change the settings of the project: annotators learn nothing of them. */
export const goldItemsApi = defineApi({
  service: 'main',
  operations: {
    getGoldReport: {
      method: 'GET',
      path: '/api/v1/project/:project_id/gold',
      summary: 'Gold items of a project and the work of people compared with them',
      access: 'UpdateProjectSettings',
      project: 'params.project_id',
      params: ofProject,
      reply: report,
    },
    putGoldShare: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/gold/share',
      summary:
        'Set the share of gold items in the tasks of each annotator, in percent, where 0 gives none, and the accuracy below which managers are notified',
      access: 'UpdateProjectSettings',
      project: 'params.project_id',
      params: ofProject,
      body: z.strictObject({
        percent: z.int().min(0).max(MOST_PERCENT),
        /** Percent; null notifies nobody. */
        threshold: z.int().min(1).max(100).nullable().default(null),
        /**
         * Ids of the components of a form whose values copies hold, so that people see what they are asked about; null
         * for those that annotators can only read. The others are empty in copies, and compared.
         */
        given: z.array(z.string().min(1).max(200)).max(MOST_GIVEN).nullable().default(null),
      }),
      reply: z.object({ percent: z.int(), threshold: z.int().nullable(), given: z.array(z.string()).nullable() }),
    },
    markGoldItems: {
      method: 'POST',
      path: '/api/v1/project/:project_id/gold/items',
      summary: 'Mark completed items as gold; those that are stay so',
      access: 'UpdateProjectSettings',
      project: 'params.project_id',
      params: ofProject,
      body: marking,
      reply: z.object({ marked: z.int(), refused: z.array(z.object({ item_id: z.int(), message: z.string() })) }),
    },
    unmarkGoldItems: {
      method: 'POST',
      path: '/api/v1/project/:project_id/gold/items/remove',
      summary: 'Remove the gold mark of items; copies that were given and their comparisons stay',
      access: 'UpdateProjectSettings',
      project: 'params.project_id',
      params: ofProject,
      body: marking,
      reply: z.object({ removed: z.int() }),
    },
    getGoldState: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/gold',
      summary: 'Returns whether an item is gold, and the comparison of a copy with its gold item',
      access: 'UpdateProjectSettings',
      project: 'params.project_id',
      params: ofItem,
      reply: itemState,
    },
  },
});
