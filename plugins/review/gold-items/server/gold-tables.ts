import type { ColumnType } from 'kysely';
import type { ClassTally, Difference } from '../common/api.ts';

/** JSON text when written. */
type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface GoldTables {
  'gold_items.share': {
    team_id: number;
    project_id: number;
    percent: number;
    /** Percent; null where nobody is notified. */
    threshold: ColumnType<number | null, number | null | undefined, number | null>;
    /** Ids of the components of a form whose values copies hold; null for those that annotators can only read. */
    given: Json<readonly string[]>;
  };
  'gold_items.gold': {
    team_id: number;
    project_id: number;
    item_id: number;
    marked_by: string;
    marked_at: ColumnType<Date, Date | undefined, Date>;
  };
  'gold_items.copy': {
    team_id: number;
    project_id: number;
    /** The item of the annotator; where several people annotate each item, of each of them. */
    item_id: number;
    gold_item_id: number;
    email: string;
    submitted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** Null while the work is not compared. */
    accuracy: ColumnType<number | null, number | null | undefined, number | null>;
    classes: Json<readonly ClassTally[]>;
    differences: Json<readonly Difference[]>;
  };
}
