import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { itemCategoryRows } from '#plugins/organize/categories/server/kit/index.ts';
import { itemValueRows } from '#plugins/organize/item-fields/server/kit/index.ts';
import { assignmentRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { CompareOperator } from '../common/query/expression.ts';
import type { Match, Source, Test, TypedExpression, TypedOrder } from '../common/query/typed-query.ts';
import { holdsWhenMissing } from '../common/query/typed-query.ts';
import { itemColumns, rowColumns } from './field-columns.ts';
import type { Condition, FieldColumns } from './match-sql.ts';
import { allOf, anyOf, matchSql, operatorSql } from './match-sql.ts';

/** An object and how alike it looks, up to 1. */
export interface SimilarObject {
  readonly itemId: number;
  readonly position: number;
  readonly score: number;
}

/** Items that a condition on similar pictures finds, and their objects where it looks for objects. */
export interface SimilarFound {
  readonly items: readonly number[];
  readonly objects?: readonly SimilarObject[] | undefined;
  /** Positions of the passages that were found, by the ids of their items. */
  readonly passages?: ReadonlyMap<number, number>;
}

/** The caller and the place of a search. */
export interface PlanScope {
  readonly teamId: number;
  readonly projectId: number;
  /** E-mail of the caller. */
  readonly viewer: string;
  /** Assignments the caller may know of, as a condition on rows named `r`; undefined: all. */
  readonly assignments: Condition | undefined;
  /** Results of each condition on similar pictures, the most similar first. */
  readonly similar?: ReadonlyMap<TypedExpression, SimilarFound>;
  /** Components of the form whose answers the caller may not see, and the classes made for them. */
  readonly hidden: { readonly components: readonly string[]; readonly classIds: readonly number[] };
}

const COMPARE: Readonly<Record<CompareOperator, (one: number, other: number) => boolean>> = {
  '=': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
};
const OPPOSITE: Readonly<Record<CompareOperator, CompareOperator>> = {
  '=': '!=',
  '!=': '=',
  '>': '<=',
  '<': '>=',
  '>=': '<',
  '<=': '>',
};

/** Makes SQL of conditions whose names are known: over items under the name `item`, with bound parameters only. */
export class QueryPlanner {
  constructor(private readonly scope: PlanScope) {}

  get teamId(): number {
    return this.scope.teamId;
  }

  /** The condition on one item. */
  condition(expression: TypedExpression): Condition {
    switch (expression.kind) {
      case 'and':
        return allOf(expression.parts.map(part => this.condition(part)));
      case 'or':
        return anyOf(expression.parts.map(part => this.condition(part)));
      // Nothing is unknown in the end: what is missing does not hold, and its opposite does (explore query 3).
      case 'not':
        return ['rows', 'rowCount', 'pair', 'bookmarked', 'similar', 'duplicate'].includes(expression.part.kind)
          ? sql`not ${this.condition(expression.part)}`
          : sql`((${this.condition(expression.part)}) is not true)`;
      case 'rows':
        return this.#rows(expression);
      case 'rowCount':
        return this.#counted(expression);
      case 'pair':
        return this.#pair(expression);
      case 'bookmarked':
        return sql`exists (select from explore.bookmark as mark where mark.team_id = item.team_id and mark.item_id = item.id and mark.email = ${this.scope.viewer})`;
      case 'similar':
        return sql`item.id = any(${[...(this.scope.similar?.get(expression)?.items ?? [])]}::int[])`;
      case 'duplicate':
        return sql`exists (select from explore.picture as own join explore.picture as first on first.team_id = own.team_id and first.project_id = own.project_id
          where own.team_id = item.team_id and own.item_id = item.id and first.item_id = ${expression.itemId}::int and own.item_id <> first.item_id
          and bit_count(own.hash # first.hash) <= ${Math.floor((1 - expression.share) * 64)}::int)`;
      case 'test':
        return this.#test(expression);
    }
  }

  /** A sort key, missing values last. */
  order(order: TypedOrder): RawBuilder<unknown> {
    const direction = order.descending ? sql`desc nulls last` : sql`asc nulls last`;
    if (order.kind === 'rowCount')
      return sql`(select count(*) from ${this.#from(order.source)}${order.condition === undefined ? sql`` : sql` and ${this.condition(order.condition)}`}) ${direction}`;
    if (order.kind === 'custom')
      return sql`(select kept.data -> ${order.name}::text from ${itemValueRows} as kept where kept.team_id = item.team_id and kept.item_id = item.id) ${direction}`;
    const known = itemColumns[order.field];
    return known === undefined ? sql`item.id` : sql`${known.text} ${direction}`;
  }

  /**
   * The instances that made an item match, as far as the caller sees them: those of positive instance conditions.
   * Undefined means all.
   */
  instances(expression: TypedExpression | undefined): Condition | undefined {
    const found: Condition[] = [];
    const collect = (each: TypedExpression): void => {
      if (each.kind === 'and' || each.kind === 'or') each.parts.forEach(collect);
      else if (each.kind === 'similar') found.push(...this.#similarObjects(each));
      else if (each.kind === 'pair') found.push(anyOf([this.condition(each.first), this.condition(each.second)]));
      else if ((each.kind === 'rows' && each.quantifier !== 'none') || each.kind === 'rowCount') {
        if (each.source.scope === 'instance')
          found.push(
            allOf([
              ...this.#kind(each.source),
              ...(each.condition === undefined ? [] : [this.condition(each.condition)]),
            ]),
          );
      }
    };
    if (expression !== undefined) collect(expression);
    const own = [...this.#seen(), ...(found.length === 0 ? [] : [anyOf(found)])];
    return own.length === 0 ? undefined : allOf(own);
  }

  #similarObjects(expression: TypedExpression): readonly Condition[] {
    const objects = this.scope.similar?.get(expression)?.objects;
    if (objects === undefined) return [];
    return [
      sql`(r.item_id, r.position) in (select * from unnest(${objects.map(each => each.itemId)}::int[], ${objects.map(each => each.position)}::int[]))`,
    ];
  }

  /** Answers that the caller may not see are no instances to them. */
  #seen(): readonly Condition[] {
    const { classIds } = this.scope.hidden;
    return classIds.length === 0 ? [] : [sql`r.class_id <> all(${[...classIds]}::int[])`];
  }

  #rows({ source, quantifier, condition }: Extract<TypedExpression, { kind: 'rows' }>): Condition {
    const exists = (own: Condition | undefined): Condition =>
      sql`exists (select from ${this.#from(source)}${own === undefined ? sql`` : sql` and ${own}`})`;
    if (quantifier === 'all')
      return condition === undefined
        ? exists(undefined)
        : sql`(${exists(undefined)} and not ${exists(sql`((${this.condition(condition)}) is not true)`)})`;
    const found = exists(condition === undefined ? undefined : this.condition(condition));
    // Who is not assigned and what was not filled in is missing rather than not there: e-mail = none, value IS EMPTY.
    const orNone =
      condition !== undefined &&
      ['assignment', 'component', 'custom'].includes(source.scope) &&
      holdsWhenMissing(condition);
    const any: Condition = orNone ? sql`(${found} or not ${exists(undefined)})` : found;
    return quantifier === 'none' ? sql`(not ${any})` : any;
  }

  #counted({ source, condition, operator, amount }: Extract<TypedExpression, { kind: 'rowCount' }>): Condition {
    if (COMPARE[operator](0, amount)) {
      const opposite = OPPOSITE[operator];
      return sql`(not ${this.#counted({ kind: 'rowCount', source, condition, operator: opposite, amount })})`;
    }
    const own = condition === undefined ? sql`` : sql` and ${this.condition(condition)}`;
    if (
      (operator === '>' && amount === 0) ||
      (operator === '>=' && amount === 1) ||
      (operator === '!=' && amount === 0)
    )
      return sql`exists (select from ${this.#from(source)}${own})`;
    // Counted for all items at once, which the database may join or ask for one item at a time.
    return sql`exists (select from (select r.item_id from ${this.#from(source, false)}${own} group by r.item_id having count(*) ${operatorSql(operator)} ${amount}::double precision) as counted where counted.item_id = item.id)`;
  }

  #pair({ relation, first, second, share }: Extract<TypedExpression, { kind: 'pair' }>): Condition {
    const boxes = (condition: TypedExpression): RawBuilder<unknown> =>
      sql`(select r.id, r.x, r.y, r.width, r.height from ${this.#from({ scope: 'instance' })} and r.width is not null and ${this.condition(condition)})`;
    const across = sql`greatest(0, least(a.x + a.width, b.x + b.width) - greatest(a.x, b.x))`;
    const down = sql`greatest(0, least(a.y + a.height, b.y + b.height) - greatest(a.y, b.y))`;
    const shared = sql`(${across} * ${down})`;
    const whole =
      relation === 'within' ? sql`(a.width * a.height)` : sql`(a.width * a.height + b.width * b.height - ${shared})`;
    const enough =
      relation === 'within' && share === 1
        ? sql`a.x >= b.x and a.y >= b.y and a.x + a.width <= b.x + b.width and a.y + a.height <= b.y + b.height`
        : sql`${shared} > 0 and ${shared} >= ${share}::double precision * ${whole}`;
    return sql`exists (select from ${boxes(first)} as a, ${boxes(second)} as b where a.id <> b.id and ${enough})`;
  }

  /** Rows under the name `r` that the caller may know of, of all items of the project: a table with `where`. */
  rows(source: Source): RawBuilder<unknown> {
    return this.#from(source, false);
  }

  /** The rows of an item, or of all, with `where`. */
  #from(source: Source, ofItem = true): RawBuilder<unknown> {
    const { teamId, projectId, assignments, hidden } = this.scope;
    const table =
      source.scope === 'assignment'
        ? assignmentRows
        : source.scope === 'custom'
          ? customRows(source.name ?? '')
          : sql.table(`explore.${source.scope}`);
    const own: Condition[] = [
      sql`r.team_id = ${teamId}::int`,
      sql`r.project_id = ${projectId}::int`,
      ...(ofItem ? [sql<boolean>`r.item_id = item.id`] : []),
      ...this.#kind(source),
    ];
    if (source.scope === 'assignment' && assignments !== undefined) own.push(assignments);
    if (source.scope === 'component' && hidden.components.length > 0)
      own.push(sql`r.name <> all(${[...hidden.components]}::text[])`);
    if (source.scope === 'instance') own.push(...this.#seen());
    return sql`${table} as r where ${sql.join(own, sql` and `)}`;
  }

  #kind({ scope, instanceKind, roles, name }: Source): readonly Condition[] {
    if (instanceKind !== undefined) return [sql`r.kind = ${instanceKind}`];
    if (roles !== undefined) return [sql`r.user_role = any(${[...roles]}::int[])`];
    return scope === 'component' && name !== undefined ? [sql`r.name = ${name}::text`] : [];
  }

  #test(test: Test): Condition {
    const found = anyOf(test.matches.map(match => this.#match(test, match)));
    return test.negated ? sql`((${found}) is not true)` : found;
  }

  #match(test: Test, match: Match): Condition {
    if (test.scope === 'metadata' && (test.field === 'category' || test.field === 'subset'))
      return member(test.field, match);
    if (test.scope === 'instance' && test.field.startsWith('attributes.')) return attribute(test, match);
    return matchSql(this.#columns(test), match);
  }

  #columns({ scope, field }: Test): FieldColumns {
    const found = scope === 'metadata' || scope === 'file' ? itemColumns[field] : rowColumns[scope]?.[field];
    if (found === undefined) throw new Error(`The field ${scope}.${field} has no column.`);
    return found;
  }
}

/** One custom field as rows. */
const customRows = (
  name: string,
): RawBuilder<unknown> => sql`(select kept.team_id, kept.project_id, kept.item_id, kept.data ->> ${name}::text as text,
  case when jsonb_typeof(kept.data -> ${name}::text) = 'number' then (kept.data ->> ${name}::text)::double precision end as number
  from ${itemValueRows} as kept where kept.data ? ${name}::text)`;

/** Categories and subsets of an item. */
function member(field: 'category' | 'subset', match: Match): Condition {
  const rows =
    field === 'category'
      ? sql`${itemCategoryRows} as kept where kept.team_id = item.team_id and kept.item_id = item.id`
      : sql`explore.subset_item as kept where kept.team_id = item.team_id and kept.item_id = item.id`;
  if (match.kind !== 'ids') return sql`(not exists (select from ${rows}))`;
  return sql`exists (select from ${rows} and kept.${sql.ref(`${field}_id`)} = any(${[...match.ids]}::int[]))`;
}

/** Attributes of an instance: chosen ones by id, whose names may have changed since, all others by what was written. */
function attribute({ field, groupIds, attributeIds = [] }: Test, match: Match): Condition {
  const group: readonly Condition[] =
    groupIds === undefined ? [] : [sql`(a.value ->> 'g')::int = any(${[...groupIds]}::int[])`];
  const exists = (own: Condition): Condition =>
    sql`exists (select from jsonb_array_elements(r.attributes) as a where ${allOf([...group, own])})`;
  if (match.kind === 'missing') return sql`(not ${exists(sql`true`)})`;
  if (field === 'attributes.group')
    return exists(sql`(a.value ->> 'g')::int = any(${match.kind === 'ids' ? [...match.ids] : []}::int[])`);
  const written = matchSql(
    {
      text: sql`(a.value ->> 'n')`,
      number: sql`(case when jsonb_typeof(a.value -> 'n') = 'number' then (a.value ->> 'n')::double precision end)`,
    },
    match,
  );
  if (!['texts', 'contains', 'starts', 'ends'].includes(match.kind)) return exists(written);
  return exists(
    sql`((a.value ->> 'i')::int = any(${[...attributeIds]}::int[]) or (coalesce((a.value ->> 'i')::int, -1) = -1 and ${written}))`,
  );
}
