import { sql } from 'kysely';

/** A status change of an item. */
export interface TransitionRow {
  readonly id: number;
  readonly team_id: number;
  readonly project_id: number;
  readonly item_id: number;
  readonly from_status: number;
  readonly to_status: number;
  readonly email: string | null;
  readonly role: number | null;
  readonly source: string | null;
  readonly at: Date;
}

/** The objects of one class that one person made in an item, on one day in one way. */
export interface ObjectCountRow {
  readonly team_id: number;
  readonly project_id: number;
  readonly item_id: number;
  readonly class_id: number;
  readonly type: string;
  readonly email: string;
  readonly creation: string;
  readonly made_on: string | null;
  readonly objects: number;
  readonly disapproved: number;
  readonly approved: number;
}

/** The log of status changes for statements of other plugins: `${transitionRows} as logged` in SQL. */
export const transitionRows = sql.table<TransitionRow>('analytics.transition');

/** Counts of objects for statements of other plugins. */
export const objectCountRows = sql.table<ObjectCountRow>('analytics.object_count');
