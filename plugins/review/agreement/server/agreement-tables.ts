import type { ColumnType } from 'kysely';
import type { Answers } from '../common/answers.ts';
import type { WorkState } from '../common/api.ts';
import type { PairAgreement } from '../common/item-agreement.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
/** JSON text when written. */
type Json<T> = ColumnType<T, string, string>;

export interface AgreementTables {
  'agreement.rule': { team_id: number; project_id: number; people: number; updated_by: string; updated_at: Stamp };
  'agreement.work': {
    team_id: number;
    project_id: number;
    item_id: number;
    email: string;
    state: ColumnType<WorkState, WorkState | undefined, WorkState>;
    /** 0 before the first save. */
    revision: ColumnType<number, number | undefined, number>;
    document: ColumnType<unknown, string | null | undefined, string | null>;
    instance_count: ColumnType<number, number | undefined, number>;
    updated_at: Stamp;
  };
  'agreement.operation': {
    team_id: number;
    op: string;
    item_id: number;
    email: string;
    revision: number;
    created_at: Stamp;
  };
  'agreement.item': {
    team_id: number;
    project_id: number;
    item_id: number;
    /** E-mails, in the order of the answers' values. */
    people: Json<readonly string[]>;
    score: number | null;
    f1: number | null;
    pairs: Json<readonly PairAgreement[]>;
    answers: Json<readonly Answers[]>;
    computed_at: Stamp;
  };
}
