import { sql } from 'kysely';

/** A sign of work on an item. */
export interface BeatRow {
  readonly team_id: number;
  readonly beat: string;
  readonly project_id: number;
  readonly item_id: number;
  readonly email: string;
  readonly at: Date;
  readonly type: string;
  readonly received_at: Date;
}

/** Signs of work for statements of other plugins: `${beatRows} as beat` in SQL. */
export const beatRows = sql.table<BeatRow>('time_tracker.beat');
