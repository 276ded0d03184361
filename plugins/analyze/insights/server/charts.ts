import { inject, optional } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoleName } from '#core/permissions/common/index.ts';
import type { Report } from '#plugins/analyze/analytics/common/index.ts';
import { allOf } from '#plugins/analyze/analytics/common/index.ts';
import type { FigureRequest, FigureScope } from '#plugins/analyze/analytics/server/kit/index.ts';
import { Reports } from '#plugins/analyze/analytics/server/kit/index.ts';
import { Categories } from '#plugins/organize/categories/server/kit/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { CustomMetadata } from '#plugins/organize/item-fields/server/kit/index.ts';
import { Searches, componentRows } from '#plugins/analyze/explore/server/kit/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { folderRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { ChartRow, Choice } from '../common/api.ts';
import type { Aggregation, ChartQuestion } from '../common/chart.ts';
import { conditionOf, dimensionOf, sourceOf } from './chart-sources.ts';

type Trx = Kysely<unknown>;

/** Most values of a chart. */
const MOST = 2000;
const APPROVALS: Readonly<Record<string, string>> = { 0: 'No approval', 1: 'Disapproved', 2: 'Approved' };
const MOST_NAMES = 10_000;

interface Label {
  readonly label: string;
  readonly color: string | null;
}

const AGGREGATES: Readonly<Record<Aggregation, RawBuilder<number>>> = {
  sum: sql`sum(value)::float8`,
  mean: sql`avg(value)::float8`,
  median: sql`(percentile_cont(0.5) within group (order by value))::float8`,
  min: sql`min(value)::float8`,
  max: sql`max(value)::float8`,
};

/** Values of charts, made of what the caller sees of a project. */
export class Charts {
  constructor(
    @inject(Reports) private readonly reports: Reports,
    @inject(Classes) private readonly classes: Classes,
    @inject(Categories) @optional() private readonly categories: Categories | undefined,
    @inject(CustomMetadata) @optional() private readonly itemFields: CustomMetadata | undefined,
    @inject(Searches) private readonly searches: Searches,
  ) {}

  /** Measures and breakdowns of a project, in the order in which they are offered. */
  async choices(
    context: RequestContext,
    projectId: number,
  ): Promise<{ readonly measures: Choice[]; readonly breakdowns: Choice[] }> {
    const scope = await this.reports.scope(context, projectId, {});
    const itemFields = context.enabled('item-fields') ? this.itemFields : undefined;
    const fields = [...((await itemFields?.schema(context, projectId)) ?? [])];
    const { rows: components } = await context.transaction((trx: Trx) =>
      sql<{
        name: string;
        numeric: boolean;
        worded: boolean;
      }>`select name, bool_or(number is not null) as numeric, bool_or(number is null and length > 0) as worded
      from ${componentRows} where team_id = ${context.team.id}::int and project_id = ${projectId}::int group by name
        order by name`.execute(trx),
    );
    const shown = components.filter(each => !scope.hiddenClasses.has(each.name));
    const general = (value: string, label: string): Choice => ({ value, label, group: 'General' });
    return {
      measures: [
        general('items', 'Items'),
        general('objects', 'Objects'),
        ...(scope.idle === undefined ? [] : [general('time', 'Active time')]),
        general('transitions', 'Status changes'),
        ...fields
          .filter(([, spec]) => spec.type === 'number')
          .map(([name]) => ({ value: `field:${name}`, label: name, group: 'Item fields' })),
        ...shown
          .filter(each => each.numeric)
          .map(({ name }) => ({ value: `component:${name}`, label: name, group: 'Form' })),
        ...shown
          .filter(each => each.worded)
          .map(({ name }) => ({ value: `length:${name}`, label: `${name}, length of the text`, group: 'Form' })),
      ],
      breakdowns: [
        general('status', 'Status'),
        general('approval', 'Approval'),
        general('folder', 'Folder'),
        ...(context.enabled('categories') ? [general('category', 'Category')] : []),
        general('class', 'Class'),
        general('created', 'Date added'),
        general('acted', 'Date of the work'),
        general('person', 'Person'),
        general('assignee', 'Assignee'),
        ...[...new Map(scope.contributors.map(each => [each.role, each.role_name]))].map(([role, name]) => ({
          value: `assignee:${role}`,
          label: `Assignee: ${name || projectRoleName(role)}`,
          group: 'Assignees by role',
        })),
        ...fields.map(([name]) => ({ value: `field:${name}`, label: name, group: 'Item fields' })),
      ],
    };
  }

  /**
   * @throws Fault INVALID_FIELD for a breakdown the measure does not have; EXPLORE_SYNCING, ANALYTICS_NOT_CALCULATED
   * (409)
   */
  async read(
    context: RequestContext,
    projectId: number,
    question: ChartQuestion,
    request: FigureRequest,
  ): Promise<Report<ChartRow>> {
    const scope = await this.reports.scope(context, projectId, request);
    // Components are those of the index of Explore, which must be complete.
    if (/^(component|length):/.test(question.measure)) await this.searches.count(context, { projectId }, undefined, 1);
    const known = await this.classes.ofProject(context, projectId);
    const hidden = known.filter(each => scope.hiddenClasses.has(each.name)).map(each => each.id);
    const source = sourceOf(context.team.id, scope, question.measure, hidden);
    const dimensions = (
      [
        ['by', question.by],
        ['and', question.and],
      ] as const
    ).map(([field, by]) =>
      by === null ? undefined : dimensionOf(context.team.id, scope, source, by, question.unit, field),
    );
    const [by, and] = dimensions;
    const rows = await context.transaction(
      async (trx: Trx) =>
        (
          await sql<{ key: string | null; and_key: string | null; value: number; items: number }>`
      select key, and_key, ${AGGREGATES[question.aggregation]} as value, count(*)::int as items from (
        select fact.item_id, ${by?.key ?? sql`null::text`} as key, ${and?.key ?? sql`null::text`} as and_key,
          sum(fact.value) as value
        from ${source.rows} as fact join ${scope.items} as item on item.id = fact.item_id ${sql.join(
          [by?.join, and?.join].filter(each => each !== undefined),
          sql` `,
        )}
        group by 1, 2, 3
      ) as per_item group by key, and_key order by value desc nulls last, key, and_key limit ${MOST}`.execute(trx)
        ).rows,
    );
    const labels = await this.#labels(context, scope, known);
    const asked = { unit: question.unit, measure: question.measure };
    const found = rows.filter(
      row =>
        ![
          [question.by, row.key],
          [question.and, row.and_key],
        ].some(([name, key]) => name === 'class' && key !== null && hidden.includes(Number(key))),
    );
    return {
      asOf: new Date().toISOString(),
      filters: scope.filters,
      cards: [],
      series: [],
      total_count: found.length,
      rows: found.map(row => {
        const one = question.by === null ? undefined : labels(question.by, row.key);
        const other = question.and === null ? undefined : labels(question.and, row.and_key);
        const conditions = [
          one === undefined ? '' : conditionOf(question.by!, row.key, one.name, asked),
          other === undefined ? '' : conditionOf(question.and!, row.and_key, other.name, asked),
        ];
        return {
          key: row.key ?? '',
          label: one?.label ?? 'All',
          and_key: other === undefined ? null : (row.and_key ?? ''),
          and_label: other?.label ?? null,
          value: row.value,
          items: row.items,
          color: one?.color ?? null,
          and_color: other?.color ?? null,
          query:
            conditions.includes(undefined) || (question.measure !== 'items' && conditions.join('') === '')
              ? null
              : scope.query(allOf(...conditions)),
        };
      }),
    };
  }

  /** Returns the names of breakdown values on screen, and in queries (`name`). */
  async #labels(
    context: RequestContext,
    scope: FigureScope,
    classes: readonly { readonly id: number; readonly name: string; readonly color: string }[],
  ): Promise<(by: string, key: string | null) => Label & { readonly name: string }> {
    const { projectId } = scope;
    const named = context.enabled('categories')
      ? await this.categories?.list(context, projectId, { offset: 0, limit: MOST_NAMES })
      : undefined;
    const categories = new Map((named?.data ?? []).map(each => [String(each.id), each.name]));
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{
        id: number;
        name: string;
        is_root: boolean;
      }>`select id, name, is_root from ${folderRows} where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int`.execute(trx),
    );
    const folders = new Map(rows.map(row => [String(row.id), row.is_root ? 'Root' : row.name]));
    const people = new Map(
      scope.members.map(each => [
        each.email.toLowerCase(),
        `${each.firstName} ${each.lastName}`.trim() || each.address,
      ]),
    );
    const plain = (label: string, color: string | null = null): Label & { readonly name: string } => ({
      label,
      color,
      name: label,
    });
    return (by, key) => {
      switch (by.split(':')[0]) {
        case 'status': {
          const name = scope.workflow.statuses.find(each => String(each.value) === key)?.name ?? key ?? '';
          const { title, color } = itemStatusOf(Number(key), name);
          return { label: title, color, name };
        }
        case 'approval':
          return plain(APPROVALS[key ?? ''] ?? 'No approval');
        case 'folder':
          return plain(folders.get(key ?? '') ?? 'Deleted folder');
        case 'category':
          return plain(key === null ? 'No category' : (categories.get(key) ?? 'Deleted category'));
        case 'class': {
          const found = classes.find(each => String(each.id) === key);
          return plain(
            found?.name ?? (key === null ? 'No objects' : key === '-1' ? 'No class' : 'Deleted class'),
            found?.color ?? null,
          );
        }
        case 'person':
          return plain(key === null ? 'Unknown' : (people.get(key) ?? key));
        case 'assignee':
          return plain(key === null ? 'Nobody' : (people.get(key) ?? key));
        default:
          return plain(key ?? 'Nothing');
      }
    };
  }
}
