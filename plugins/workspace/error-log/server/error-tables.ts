import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ErrorState } from '../common/api.ts';

export interface ProblemTable {
  id: Generated<number>;
  fingerprint: string;
  side: 'server' | 'browser';
  plugin: string;
  kind: string;
  message: string;
  place: string;
  stack: string;
  version: string;
  state: Generated<ErrorState>;
  /** Occurred again after it was resolved. */
  returned: Generated<boolean>;
  seen: ColumnType<string | number, number, number>;
  first_seen: Date;
  last_seen: Date;
  changed_by: number | null;
  changed_at: Date | null;
}
export type ProblemRow = Selectable<ProblemTable>;

export interface OccurrenceTable {
  id: Generated<number>;
  problem_id: number;
  at: Date;
  place: string;
  version: string;
  request_id: string | null;
  organization_id: number | null;
  person_id: number | null;
}

/** Tables of the error log. They belong to no team. */
export interface ErrorTables {
  'error_log.problem': ProblemTable;
  'error_log.occurrence': OccurrenceTable;
  'error_log.affected': { problem_id: number; person_id: number };
}
