import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { FigureScope } from '#plugins/analyze/analytics/server/kit/index.ts';
import { isTimed, objectCountRows, transitionRows, workTime } from '#plugins/analyze/analytics/server/kit/index.ts';
import { quoted } from '#plugins/analyze/analytics/common/index.ts';
import { componentRows } from '#plugins/analyze/explore/server/kit/index.ts';
import { annotationRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import { itemCategoryRows } from '#plugins/organize/categories/server/kit/index.ts';
import { itemValueRows } from '#plugins/organize/item-fields/server/kit/index.ts';
import { assignmentRows } from '#plugins/workspace/items/server/kit/index.ts';

/** The rows a measure counts: `item_id`, `value`, and whose or which they are. */
export interface Source {
  readonly rows: RawBuilder<unknown>;
  /** Columns the rows have besides. */
  readonly has: ReadonlySet<'email' | 'class_id' | 'at'>;
}

/** One breakdown as a part of a statement over `fact` (the rows of the measure) and `item`. */
export interface Dimension {
  readonly key: RawBuilder<unknown>;
  readonly join?: RawBuilder<unknown>;
}

const [DATES, PEOPLE] = [new Set(['email', 'at'] as const), new Set(['email', 'class_id', 'at'] as const)];

/** The rows of a measure. @throws Fault INVALID_FIELD for time while nothing measures it */
export function sourceOf(teamId: number, scope: FigureScope, measure: string, hidden: readonly number[]): Source {
  const name = measure.slice(measure.indexOf(':') + 1);
  const inProject = sql`team_id = ${teamId}::int and project_id = ${scope.projectId}::int`;
  switch (measure.split(':')[0]) {
    case 'items':
      return { rows: sql`(select id as item_id, 1::float8 as value from ${scope.items} as counted)`, has: new Set() };
    case 'objects':
      return {
        rows: sql`(select item_id, objects::float8 as value, nullif(email, '') as email, class_id,
          made_on::timestamptz as at from ${objectCountRows} where ${inProject}
          and ${scope.counts(sql.ref('email'))} and not (class_id = any(${[...hidden]}::int[])))`,
        has: PEOPLE,
      };
    case 'transitions':
      return {
        rows: sql`(select item_id, 1::float8 as value, email, at from ${transitionRows} where ${inProject}
          and ${scope.counts(sql.ref('email'))})`,
        has: DATES,
      };
    case 'time':
      if (!isTimed(scope)) throw invalidField('measure', 'time is not measured: telemetry is switched off');
      return {
        rows: sql`(select item_id, gap::float8 as value, email, at from ${workTime(teamId, scope)} as work)`,
        has: DATES,
      };
    case 'field':
      return {
        rows: sql`(select item_id, (data ->> ${name}::text)::float8 as value from ${itemValueRows}
          where ${inProject} and jsonb_typeof(data -> ${name}::text) = 'number')`,
        has: new Set(),
      };
    default: {
      if (scope.hiddenClasses.has(name))
        throw invalidField('measure', `names ${name}, which is not in the form of this project`);
      const column = measure.startsWith('length:') ? sql.ref('length') : sql.ref('number');
      return {
        rows: sql`(select item_id, ${column}::float8 as value from ${componentRows} where ${inProject}
          and name = ${name}::text and ${column} is not null)`,
        has: new Set(),
      };
    }
  }
}

/**
 * A breakdown over a measure; `field` keeps the names of two of them apart. @throws Fault INVALID_FIELD for one the
 * measure does not have, naming `field`
 */
export function dimensionOf(
  teamId: number,
  scope: FigureScope,
  source: Source,
  by: string,
  unit: string,
  field: string,
): Dimension {
  const kept = `kept_${field}`;
  const [alias, column] = [sql.id(kept), (each: string): RawBuilder<unknown> => sql.ref(`${kept}.${each}`)];
  const own = sql`${column('team_id')} = ${teamId}::int and ${column('item_id')} = item.id`;
  const day = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`to_char(date_trunc(${unit}::text, ${at} at time zone ${scope.timeZone}::text), 'YYYY-MM-DD')`;
  const [word, name = ''] = [by.split(':')[0], by.slice(by.indexOf(':') + 1)];
  switch (word) {
    case 'status':
      return { key: sql`item.annotation_status::text` };
    case 'approval':
      return { key: sql`item.approval_status::text` };
    case 'folder':
      return { key: sql`item.folder_id::text` };
    case 'created':
      return { key: day(sql`item.created_at`) };
    case 'category':
      return {
        key: sql`${column('category_id')}::text`,
        join: sql`left join ${itemCategoryRows} as ${alias} on ${own}`,
      };
    case 'field':
      return {
        key: sql`(${column('data')} ->> ${name}::text)`,
        join: sql`left join ${itemValueRows} as ${alias} on ${own}`,
      };
    case 'assignee': {
      const role = by.includes(':') ? sql` and ${column('user_role')} = ${Number(name)}::int` : sql``;
      return {
        key: sql`lower(${column('email')})`,
        join: sql`left join ${assignmentRows} as ${alias} on ${own}${role} and ${scope.counts(column('email'))}`,
      };
    }
    case 'class':
      if (source.has.has('class_id')) return { key: sql`fact.class_id::text` };
      return {
        key: sql`${column('class_id')}::text`,
        join: sql`left join (select distinct team_id, item_id, class_id from ${objectCountRows}
          where project_id = ${scope.projectId}::int) as ${alias} on ${own}`,
      };
    case 'person':
      if (!source.has.has('email'))
        throw invalidField(
          field,
          'must be another one: this measure counts what no person does. Break it down by assignee',
        );
      return { key: sql`fact.email` };
    default:
      return {
        key: source.has.has('at') ? day(sql`fact.at`) : day(column('updated_at')),
        ...(source.has.has('at') ? {} : { join: sql`left join ${annotationRows} as ${alias} on ${own}` }),
      };
  }
}

const DAY_MS = 86_400_000;

/** The last day of a stretch that begins on a day. */
function lastDay(from: string, unit: string): string {
  const start = new Date(`${from}T00:00:00Z`);
  if (unit === 'month') start.setUTCMonth(start.getUTCMonth() + 1, 0);
  return new Date(start.getTime() + (unit === 'week' ? 6 * DAY_MS : 0)).toISOString().slice(0, 10);
}

/** The condition in Explore of the items with a value of a breakdown; undefined where Explore has none. */
export function conditionOf(
  by: string,
  key: string | null,
  label: string,
  { unit, measure }: { readonly unit: string; readonly measure: string },
): string | undefined {
  const name = by.slice(by.indexOf(':') + 1);
  const within = (field: string): string | undefined =>
    key === null ? undefined : `${field} BETWEEN ${key} AND ${lastDay(key, unit)}`;
  switch (by.split(':')[0]) {
    case 'status':
      return `status = ${quoted(label)}`;
    case 'approval':
      return `approvalStatus = ${key === '2' ? 'true' : key === '1' ? 'false' : 'null'}`;
    case 'folder':
      return `folder = ${label === 'Root' ? 'root' : quoted(label)}`;
    case 'category':
      return key === null ? 'category = none' : `category = ${quoted(label)}`;
    case 'class':
      return key === null
        ? 'instanceCount() = 0'
        : key === '-1'
          ? 'instance(className = none)'
          : `instance(className = ${quoted(label)})`;
    case 'field':
      return key === null ? undefined : `custom.\`${name}\`(value = ${quoted(key)})`;
    case 'assignee':
      return by.includes(':') ? undefined : `assignment(email = ${key === null ? 'none' : quoted(key)})`;
    case 'person':
      return key === null
        ? undefined
        : measure === 'objects'
          ? `instance(createdBy = ${quoted(key)})`
          : measure === 'transitions'
            ? `history(user = ${quoted(key)})`
            : undefined;
    case 'created':
      return within('createdAt');
    default:
      return measure === 'items'
        ? undefined
        : measure === 'transitions'
          ? key === null
            ? undefined
            : `history(at BETWEEN ${key} AND ${lastDay(key, unit)})`
          : undefined;
  }
}
