import type { ColumnType, Generated, Selectable } from 'kysely';
import type { UsageSink } from '../common/api.ts';
import type { UsageExport } from '../common/exports-api.ts';

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

/** Files of counts, and the work that makes them. */
export interface ExportTable {
  /** Chosen by the caller, or random. */
  id: string;
  state: UsageExport['state'];
  /** Days in UTC, both included. */
  from_day: ColumnType<string, string, never>;
  to_day: ColumnType<string, string, never>;
  /** 0 for all teams. */
  team: number;
  done: ColumnType<number, number | undefined, number>;
  total: ColumnType<number, number | undefined, number>;
  blob_hash: ColumnType<string | null, undefined, string>;
  size: ColumnType<string | number | null, undefined, number>;
  error: ColumnType<string | null, undefined, string | null>;
  asked_by: number;
  created_at: Generated<Date>;
  /** Last sign of the process that writes it. */
  active_at: ColumnType<Date | null, undefined, Date>;
  finished_at: ColumnType<Date | null, undefined, Date>;
}

/** Tables of usage analytics. They belong to no team. */
export interface UsageTables {
  'usage_analytics.setting': SettingTable;
  'usage_analytics.daily': DailyTable;
  'usage_analytics.export': ExportTable;
  'usage_analytics.visit': { id: string; day: string; team: number; width: number; height: number };
  /** Batches that were counted, for a day. */
  'usage_analytics.batch': { id: string; at: Generated<Date> };
}
