import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { ModelDraft } from '../common/model.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
/** Settings of a model that are read as one value, never searched. */
export type ModelSettings = Omit<ModelDraft, 'name' | 'credential_id' | 'project_ids' | Later> &
  Partial<Pick<ModelDraft, Later>>;
/** Settings that models of earlier versions lack. */
type Later = 'reasoning_effort' | 'verbosity';

export interface ModelsTables {
  'language_models.credential': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    provider: string;
    base_url: string;
    organization: string;
    sealed_key: string | null;
    check_passed: boolean | null;
    checked_at: Date | null;
    creator_email: string;
    created_at: Stamp;
  };
  'language_models.model': {
    id: GeneratedAlways<number>;
    team_id: number;
    credential_id: number;
    name: string;
    settings: ColumnType<ModelSettings, string, string>;
    /** Only the projects of `model_project` may use it. */
    limited: boolean;
    creator_email: string;
    created_at: Stamp;
  };
  'language_models.model_project': { team_id: number; model_id: number; project_id: number };
  'language_models.budget': {
    team_id: number;
    monthly_tokens: string | number | null;
    updated_by: string;
    updated_at: Stamp;
  };
  'language_models.run': {
    id: GeneratedAlways<number>;
    team_id: number;
    kind: 'run' | 'try' | 'fetch';
    target: string;
    model_id: number | null;
    project_id: number | null;
    item_id: number | null;
    email: string;
    key: string | null;
    state: 'running' | 'done' | 'stopped' | 'failed' | 'refused';
    /** While it runs, what is expected; then what was counted. */
    input_tokens: Generated<number>;
    output_tokens: Generated<number>;
    estimated: Generated<boolean>;
    cost: number | null;
    latency_ms: number | null;
    error: string | null;
    created_at: Stamp;
  };
}

export type CredentialRow = Selectable<ModelsTables['language_models.credential']>;
export type ModelRow = Selectable<ModelsTables['language_models.model']>;
export type RunRow = Selectable<ModelsTables['language_models.run']>;
