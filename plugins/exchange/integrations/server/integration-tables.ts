import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';

export interface IntegrationTable {
  id: GeneratedAlways<number>;
  team_id: number;
  name: string;
  type: number;
  root: string;
  /** JSON text when written. */
  config: ColumnType<Record<string, unknown>, string, string>;
  /** Sealed; null where there is none. */
  secrets: string | null;
  /** The integration of another team that it takes its settings and secret from; null for a team's own. */
  shared_from: ColumnType<number | null, number | null | undefined, never>;
  creator_email: string;
  check_passed: boolean | null;
  checked_at: Date | null;
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: ColumnType<Date, Date | undefined, Date>;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

export interface IntegrationTables {
  'integrations.integration': IntegrationTable;
}

export type IntegrationRow = Selectable<IntegrationTable>;
