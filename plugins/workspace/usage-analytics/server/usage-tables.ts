import type { ColumnType, Generated, Selectable } from 'kysely';
import type { UsageSink } from '../common/api.ts';

export interface SettingTable {
  only_one: Generated<boolean>;
  sink: UsageSink;
  address: string | null;
  changed_by: number | null;
  changed_at: Date | null;
  delivered_at: Date | null;
  error: string | null;
  dropped: ColumnType<string | number, number | undefined, number>;
}
export type SettingRow = Selectable<SettingTable>;

/** Counts of a day; 0 for no team, project, role or plan. */
export interface DailyTable {
  /** In UTC. */
  day: ColumnType<Date, string, never>;
  name: string;
  team: number;
  project: number;
  role: number;
  plan: number;
  count: ColumnType<string | number, number, number>;
}

/** Tables of usage analytics. They belong to no team. */
export interface UsageTables {
  'usage_analytics.setting': SettingTable;
  'usage_analytics.daily': DailyTable;
  'usage_analytics.visit': { id: string; day: string; team: number; width: number; height: number };
  /** Batches that were counted, for a day. */
  'usage_analytics.batch': { id: string; at: Generated<Date> };
}
