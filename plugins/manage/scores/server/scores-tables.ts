import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { ScoreAudience, ScorePayload, ScoreType } from '../common/score.ts';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface ScoresTables {
  'scores.score': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    description: string | null;
    type: ScoreType;
    payload: ColumnType<ScorePayload, string, string>;
    project_ids: ColumnType<number[] | null, string | null | undefined, string | null>;
    visible_to: ColumnType<ScoreAudience, ScoreAudience | undefined, ScoreAudience>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  'scores.value': {
    id: GeneratedAlways<number>;
    team_id: number;
    project_id: number;
    item_id: number;
    score_id: number;
    email: string;
    user_role: number;
    value: ColumnType<string | number | null, string | null, string | null>;
    weight: number | null;
    component_id: string | null;
    created_at: Stamp;
    updated_at: Stamp;
  };
}

export type ScoreRow = Selectable<ScoresTables['scores.score']>;
export type ScoreValueRow = Selectable<ScoresTables['scores.value']>;
