import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

const INSTANCE = [
  'position',
  'key',
  'kind',
  'type',
  'class_id',
  'attributes',
  'creation',
  'created_by',
  'created_role',
  'created_at',
  'updated_by',
  'updated_role',
  'updated_at',
  'probability',
  'error',
  'locked',
  'visible',
  'group_id',
  'tracking_id',
  'labels',
  'x',
  'y',
  'width',
  'height',
  'area',
  'points',
  'out_of_bounds',
  'self_intersecting',
  'started',
  'ended',
  'text',
  'digest',
] as const;

const COMMENT = ['position', 'text', 'resolved', 'created_by', 'created_at'] as const;

const COMPONENT = ['name', 'row_number', 'text', 'number', 'length', 'is_empty'] as const;

export const FACT = [
  'revision',
  'last_action_email',
  'last_action_at',
  'predicted',
  'duration',
  'length',
  'free_text',
] as const;

export const TABLES = { instance: INSTANCE, comment: COMMENT, component: COMPONENT, fact: FACT } as const;

export type TableName = keyof typeof TABLES;

export type Row = Readonly<Record<string, unknown>>;

/** Inserts rows of one item table, all in one statement. */
export function insertion(
  table: TableName,
  teamId: number,
  projectId: number,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const name = sql.table(`explore.${table}`);
  return sql`insert into ${name} (team_id, project_id, item_id, ${sql.join(TABLES[table].map(each => sql.ref(each)))})
    select ${teamId}::int, ${projectId}::int, given.item_id, ${sql.join(TABLES[table].map(each => sql.ref(`given.${each}`)))}
    from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb) as given`;
}
