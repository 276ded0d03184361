import { z } from '#core/api/common/index.ts';

/** A number at the top of a report. `query` finds the items behind it in Explore; null where no query does. */
export const card = z.object({
  key: z.string(),
  label: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.enum(['items', 'objects', 'people', 'percent', 'milliseconds', 'time']).nullable(),
  query: z.string().nullable(),
});
export type Card = z.output<typeof card>;

/** Values of one thing over time; times are days, `YYYY-MM-DD`, in the caller's time zone. */
export const series = z.object({
  key: z.string(),
  label: z.string(),
  points: z.array(z.tuple([z.string(), z.number()])),
});
export type Series = z.output<typeof series>;

/** Filter of a report. */
export const reportFilters = z.object({
  folder_ids: z.array(z.int()),
  role: z.int().nullable(),
  users: z.array(z.string()),
  own: z.boolean(),
});
export type ReportFilters = z.output<typeof reportFilters>;

/** Every report has this form; parts it does not use are empty. */
export const reportOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    /** When the figures were counted, ISO 8601. */
    asOf: z.string(),
    filters: reportFilters,
    cards: z.array(card),
    series: z.array(series),
    rows: z.array(row),
    /** Rows of all pages. */
    total_count: z.int(),
  });
export interface Report<Row = unknown> {
  readonly asOf: string;
  readonly filters: ReportFilters;
  readonly cards: Card[];
  readonly series: Series[];
  readonly rows: Row[];
  readonly total_count: number;
}

export const statusRow = z.object({
  status: z.int(),
  name: z.string(),
  items: z.int(),
  share: z.number(),
  query: z.string(),
});
export type StatusRow = z.output<typeof statusRow>;

/** Mean time that items stay in a status before they leave it, and how often they left it. */
export const stageRow = statusRow.extend({
  left: z.int(),
  mean_ms: z.number().nullable(),
  median_ms: z.number().nullable(),
});
export type StageRow = z.output<typeof stageRow>;

export const folderRow = z.object({
  folder_id: z.int(),
  name: z.string(),
  items: z.int(),
  completed: z.int(),
  objects: z.int(),
  query: z.string(),
});
export type FolderRow = z.output<typeof folderRow>;

export const personChoice = z.object({
  email: z.string(),
  name: z.string(),
  role: z.int().nullable(),
  role_name: z.string().nullable(),
  items: z.int(),
});
export type PersonChoice = z.output<typeof personChoice>;

export const personRow = personChoice.extend({
  /** Objects the person made that are there now. */
  objects: z.int(),
  /** Status changes the person made. */
  transitions: z.int(),
  /** Active time in the editor; null while nothing measures it. */
  time_ms: z.number().nullable(),
  time_per_item_ms: z.number().nullable(),
  time_per_object_ms: z.number().nullable(),
  /** Approvals and disapprovals the person gave. */
  approved: z.int(),
  disapproved: z.int(),
  last_active: z.string().nullable(),
  query: z.string(),
});
export type PersonRow = z.output<typeof personRow>;

/** Columns the table of people can be sorted by. */
export const personSorts = [
  'name',
  'role',
  'items',
  'objects',
  'transitions',
  'time_ms',
  'time_per_item_ms',
  'time_per_object_ms',
  'approved',
  'disapproved',
  'last_active',
] as const;
export type PersonSort = (typeof personSorts)[number];

export const classRow = z.object({
  class_id: z.int(),
  name: z.string(),
  color: z.string().nullable(),
  kind: z.string(),
  objects: z.int(),
  items: z.int(),
  share: z.number(),
  approved: z.int(),
  disapproved: z.int(),
  query: z.string(),
});
export type ClassRow = z.output<typeof classRow>;

export const attributeRow = z.object({
  class_id: z.int(),
  class_name: z.string(),
  group_id: z.int(),
  group_name: z.string(),
  /** Null: answers that are numbers or texts. */
  value_id: z.int().nullable(),
  value: z.string().nullable(),
  answers: z.int(),
  items: z.int(),
  /** Of the answers to the group. */
  share: z.number(),
  query: z.string(),
});
export type AttributeRow = z.output<typeof attributeRow>;

export const calculationStatus = z.object({
  state: z.enum(['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED']),
  /** Documents. */
  progress: z.object({ done: z.int(), total: z.int() }),
  job_id: z.string().nullable(),
  error: z.string().nullable(),
  /** Null while the counts are not those of the documents. */
  asOf: z.string().nullable(),
  /** When the project was last counted from scratch. */
  calculatedAt: z.string().nullable(),
});
export type CalculationStatus = z.output<typeof calculationStatus>;

export const qualityRow = personChoice.extend({
  /** Items the person submitted that somebody else has accepted or sent back since. */
  reviewed: z.int(),
  /** Number of them that were accepted the first time. */
  accepted: z.int(),
  acceptance: z.number().nullable(),
  /** Objects of the person that a reviewer disapproved, of those approved or disapproved. */
  objects_checked: z.int(),
  objects_disapproved: z.int(),
  /** Mean F1 with others who annotated the same items; null where nobody did. */
  agreement: z.number().nullable(),
  /** Objects made in an hour of active time; null while nothing measures it. */
  objects_per_hour: z.number().nullable(),
  /** Explore queries of the newest items behind the figures; null where there are none. */
  accepted_query: z.string().nullable(),
  returned_query: z.string().nullable(),
  disapproved_query: z.string().nullable(),
  agreement_query: z.string().nullable(),
});
export type QualityRow = z.output<typeof qualityRow>;

export const reasonRow = z.object({
  reason: z.string(),
  objects: z.int(),
  items: z.int(),
  share: z.number(),
  query: z.string(),
});
export type ReasonRow = z.output<typeof reasonRow>;

/** Counts of changes of one class into another one by reviewers. Null: the object was not there. */
export const confusionRow = z.object({
  from_class: z.int().nullable(),
  from_name: z.string().nullable(),
  to_class: z.int().nullable(),
  to_name: z.string().nullable(),
  objects: z.int(),
  /** The newest items with such objects. */
  query: z.string().nullable(),
});
export type ConfusionRow = z.output<typeof confusionRow>;
