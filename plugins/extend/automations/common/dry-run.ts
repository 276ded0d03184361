import { z } from '#core/api/common/index.ts';

/**
 * A change of an item that a pipeline would make. `before` and `after` are values of the kind of change, such as a
 * status code.
 */
export const recordedChange = z.object({
  node: z.string(),
  item_id: z.int(),
  item_name: z.string(),
  /** Kind of change: `status`, `priority`, `approval` … */
  kind: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type RecordedChange = z.output<typeof recordedChange>;

/** An action other than a change that a pipeline would take on one item at one node. */
export const recordedNote = z.object({
  node: z.string(),
  item_id: z.int(),
  item_name: z.string(),
  outcome: z.enum(['skipped', 'failed', 'not_sent', 'not_waited', 'true', 'false']),
  message: z.string(),
});
export type RecordedNote = z.output<typeof recordedNote>;

/** Annotations of an item before and after its changes, as the editor opens them. */
export const recordedDocument = z.object({
  item_id: z.int(),
  item_name: z.string(),
  before: z.looseObject({}),
  after: z.looseObject({}),
  /** Addresses of the masks, where the objects are masks; null for none. */
  masks: z.object({ before: z.string().nullable(), after: z.string().nullable() }).nullable(),
});
export type RecordedDocument = z.output<typeof recordedDocument>;

export const dryRunResult = z.object({
  changes: z.array(recordedChange),
  notes: z.array(recordedNote),
  /** Log of the code of custom actions. */
  logs: z.array(z.object({ node: z.string(), item_id: z.int(), item_name: z.string(), text: z.string() })),
  /** Annotations that would change, of the first items and of a few megabytes at most; empty when they were changed. */
  documents: z.array(recordedDocument),
  /** Number of items whose annotations would change too and are not among `documents`. */
  more_documents: z.int(),
  /** Matches exactly these changes: applying with it changes nothing else. */
  digest: z.string(),
});
export type DryRunResult = z.output<typeof dryRunResult>;

/** Most items of one dry run. */
export const MOST_DRY_ITEMS = 200;
