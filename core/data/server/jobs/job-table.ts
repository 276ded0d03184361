import type { ColumnType, Generated, RawBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { JobError, Job, JobState } from '../../common/index.ts';

type Json = ColumnType<unknown, RawBuilder<unknown> | undefined, RawBuilder<unknown> | undefined>;

export interface JobTable {
  id: Generated<string>;
  team_id: number;
  plugin: string;
  name: string;
  subject: Json;
  title: string | null;
  state: Generated<JobState>;
  progress_done: Generated<number>;
  progress_total: Generated<number>;
  progress_text: string | null;
  result: Json;
  error: ColumnType<JobError | null, RawBuilder<unknown> | undefined, RawBuilder<unknown> | undefined>;
  cancel_requested: Generated<boolean>;
  creator_id: number | null;
  idempotency_key: string | null;
  /** Waits for its plugin to be switched on; not in the queue. */
  parked: Generated<boolean>;
  /** The process that holds the job until `lease_until`; null when nobody does. */
  worker: string | null;
  lease_until: Date | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  finished_at: Date | null;
}

export interface EffectTable {
  team_id: number;
  job_id: string;
  key: string;
  result: Json;
  created_at: Generated<Date>;
}

/** The tables of this area, for `database.tenant<DataTables>(…)`. */
export interface DataTables {
  'data.job': JobTable;
  'data.effect': EffectTable;
}

export type JobRow = Selectable<JobTable>;

/** Jobs for statements outside data: `${jobRows} as job` in SQL. */
export const jobRows = sql.table<JobRow>('data.job');

/** A value as a jsonb parameter; lists and bare texts would otherwise be taken for something else by the driver. */
export function json(value: unknown): RawBuilder<unknown> {
  // PostgreSQL holds no U+0000 in jsonb; a message that carries one must not keep a job from ending.
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'string' ? each.replaceAll('\0', '') : each,
  );
  return sql`${value === undefined ? null : text}::jsonb`;
}

/** A row as the rest of the product sees it. */
export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    teamId: row.team_id,
    plugin: row.plugin,
    name: row.name,
    subject: row.subject ?? undefined,
    title: row.title ?? undefined,
    state: row.state,
    progress: { done: row.progress_done, total: row.progress_total, text: row.progress_text ?? undefined },
    result: row.result ?? undefined,
    error: row.error ?? undefined,
    cancelRequested: row.cancel_requested,
    creatorId: row.creator_id ?? undefined,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString(),
    finishedAt: row.finished_at?.toISOString(),
  };
}
