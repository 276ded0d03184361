import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { RequestState } from '../common/request-states.ts';

export interface RequestTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  /** Names the person of the provider. */
  email: string;
  role: number;
  message: string;
  /** The project was shared with the person for the request; false for who had a part in it before. */
  shared: boolean;
  state: RequestState;
  note: ColumnType<string, string | undefined, string>;
  sent_by: string;
  created_at: ColumnType<Date, undefined, never>;
  changed_at: ColumnType<Date, undefined, Date>;
  version: ColumnType<number, undefined, number>;
}
export type RequestRow = Selectable<RequestTable>;

export interface RequestTables {
  'annotation_providers.request': RequestTable;
}
