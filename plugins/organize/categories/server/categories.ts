import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { Condition } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation, conditionSql } from '#core/data/server/index.ts';
import type { QuerySource } from '#core/data/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import type { Category } from '../common/api.ts';
import { categoryName, distinctCategoryNames } from '../common/category-name.ts';
import { categoriesEvents } from '../common/events.ts';
import type { CategoriesTables, CategoryRow } from './categories-tables.ts';

/** Most categories of a project. */
const MOST = 5000;

const source: QuerySource = name =>
  name === 'id'
    ? { kind: 'integer', value: sql.ref('category.id') }
    : name === 'name'
      ? { kind: 'text', value: sql.ref('category.name') }
      : undefined;

/** The categories of projects. Rights are asked before. */
export class Categories {
  constructor(
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(Items) private readonly items: Items,
  ) {}

  /**
   * Returns how many categories an item may have: 0 when they are off, 1, or any number (project setting
   * `CategorizeItems`).
   */
  async most(context: RequestContext, projectId: number): Promise<number> {
    const value = Number((await this.settings.value(context, projectId, 'CategorizeItems')) ?? 0);
    return value === 2 ? Number.POSITIVE_INFINITY : value === 1 ? 1 : 0;
  }

  /** @throws Fault FEATURE_DISABLED (403) in a project without item categories. Answers `most`. */
  async demandOn(context: RequestContext, projectId: number): Promise<number> {
    const most = await this.most(context, projectId);
    if (most === 0)
      throw new Fault(
        'FEATURE_DISABLED',
        'Item categories are switched off for this project. Switch them on in its settings (CategorizeItems).',
        { status: 403 },
      );
    return most;
  }

  /** One page, the oldest first, and the number of all. */
  async list(
    context: RequestContext,
    projectId: number,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: Category[]; readonly count: number }> {
    return context.transaction(async (trx: Kysely<CategoriesTables>) => {
      const mine = trx.selectFrom('categories.category').where('project_id', '=', projectId);
      const rows = await mine.selectAll().orderBy('id').offset(page.offset).limit(page.limit).execute();
      const { count } = await mine.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return { data: await this.#views(trx, rows), count };
    });
  }

  /** Ids of the categories of a project by their keys. */
  async byKey(context: RequestContext, projectId: number): Promise<ReadonlyMap<string, number>> {
    const rows = await context.transaction((trx: Kysely<CategoriesTables>) =>
      trx
        .selectFrom('categories.category')
        .select(['id', 'key'])
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .execute(),
    );
    return new Map(rows.map(row => [row.key, row.id]));
  }

  /** Adds categories. Those that are there already, whatever the case, are left out silently; answers the new ones. */
  async create(context: RequestContext, projectId: number, names: readonly string[]): Promise<Category[]> {
    await this.demandOn(context, projectId);
    const wanted = distinctCategoryNames(names);
    if (wanted.length === 0) return [];
    return context.transaction(async (trx: Kysely<CategoriesTables>) => {
      const rows = await trx
        .insertInto('categories.category')
        .values(wanted.map(each => ({ team_id: context.team.id, project_id: projectId, ...each })))
        .onConflict(taken => taken.columns(['team_id', 'project_id', 'key']).doNothing())
        .returningAll()
        .execute();
      const { count } = await trx
        .selectFrom('categories.category')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
      if (count > MOST) throw invalidField('bulk', `a project has at most ${MOST} categories`);
      if (rows.length > 0) await context.publish(categoriesEvents.changed, { project_id: projectId });
      return this.#views(trx, rows);
    });
  }

  /** Removes the categories of a project that match, from its items and people too; answers them as they were. */
  async remove(context: RequestContext, projectId: number, condition: Condition | undefined): Promise<Category[]> {
    return context.transaction(async (trx: Kysely<CategoriesTables>) => {
      const rows = await trx
        .selectFrom('categories.category as category')
        .selectAll()
        .where('category.project_id', '=', projectId)
        .where(conditionSql(condition, source))
        .orderBy('category.id')
        .forUpdate()
        .execute();
      if (rows.length === 0) return [];
      const ids = rows.map(row => row.id);
      const views = await this.#views(trx, rows);
      const touched = await trx
        .selectFrom('categories.item_category')
        .select('item_id')
        .distinct()
        .where('project_id', '=', projectId)
        .where(sql<boolean>`category_id = any(${ids}::int[])`)
        .execute();
      await trx
        .deleteFrom('categories.category')
        .where(sql<boolean>`id = any(${ids}::int[])`)
        .execute();
      await this.items.touchMany(
        context,
        projectId,
        touched.map(row => row.item_id),
      );
      await context.publish(categoriesEvents.changed, { project_id: projectId });
      return views;
    });
  }

  /**
   * Makes categories one: items and people of those that go have the one that stays; answers it.
   * @throws Fault INVALID_FIELD for an unknown category.
   */
  async merge(context: RequestContext, projectId: number, from: readonly number[], into: number): Promise<Category> {
    return context.transaction(async (trx: Kysely<CategoriesTables>) => {
      await trx
        .selectFrom('categories.category')
        .select('id')
        .where('project_id', '=', projectId)
        .orderBy('id')
        .forUpdate()
        .execute();
      await this.demandKnown(context, projectId, [into], 'category_id');
      await this.demandKnown(context, projectId, from, 'category_ids');
      const gone = [...new Set(from)].filter(id => id !== into);
      if (gone.length > 0) {
        const touched = await trx
          .selectFrom('categories.item_category')
          .select('item_id')
          .distinct()
          .where('project_id', '=', projectId)
          .where(sql<boolean>`category_id = any(${gone}::int[])`)
          .execute();
        for (const [table, column] of [
          ['item_category', 'item_id'],
          ['contributor_category', 'contributor_id'],
        ] as const) {
          await sql`insert into ${sql.table(`categories.${table}`)} (team_id, project_id, ${sql.ref(column)}, category_id)
            select distinct team_id, project_id, ${sql.ref(column)}, ${into}::int from ${sql.table(`categories.${table}`)}
            where team_id = ${context.team.id}::int and project_id = ${projectId}::int and category_id = any(${gone}::int[])
            on conflict do nothing`.execute(trx);
        }
        await trx
          .deleteFrom('categories.category')
          .where('project_id', '=', projectId)
          .where(sql<boolean>`id = any(${gone}::int[])`)
          .execute();
        await this.items.touchMany(
          context,
          projectId,
          touched.map(row => row.item_id),
        );
        await context.publish(categoriesEvents.changed, { project_id: projectId });
      }
      const row = await trx
        .selectFrom('categories.category')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', into)
        .executeTakeFirstOrThrow();
      return (await this.#views(trx, [row]))[0]!;
    });
  }

  /** Gives a category another name. @throws Fault NOT_FOUND, NAME_EXISTS (409). */
  async rename(context: RequestContext, projectId: number, id: number, given: string): Promise<Category> {
    try {
      return await context.transaction(async (trx: Kysely<CategoriesTables>) => {
        const row = await trx
          .updateTable('categories.category')
          .set({ ...categoryName(given), updated_at: new Date() })
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) throw notFound('The category');
        await context.publish(categoriesEvents.changed, { project_id: projectId });
        return (await this.#views(trx, [row]))[0]!;
      });
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw new Fault('NAME_EXISTS', 'This category already exists.', { status: 409, details: { field: 'name' } });
    }
  }

  /** Those of the ids that are categories of the project. */
  async known(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, CategoryRow>> {
    const rows = await context.transaction((trx: Kysely<CategoriesTables>) =>
      trx
        .selectFrom('categories.category')
        .selectAll()
        .where('project_id', '=', projectId)
        .where(sql<boolean>`id = any(${[...ids]}::int[])`)
        .execute(),
    );
    return new Map(rows.map(row => [row.id, row]));
  }

  /** @throws Fault INVALID_FIELD naming ids that are no categories of the project. */
  async demandKnown(context: RequestContext, projectId: number, ids: readonly number[], field: string): Promise<void> {
    const known = await this.known(context, projectId, ids);
    const unknown = ids.filter(id => !known.has(id));
    if (unknown.length > 0)
      throw invalidField(field, `${[...new Set(unknown)].slice(0, 10).join(', ')}: no category of this project`);
  }

  async #views(trx: Kysely<CategoriesTables>, rows: readonly CategoryRow[]): Promise<Category[]> {
    if (rows.length === 0) return [];
    const counts = await trx
      .selectFrom('categories.item_category')
      .select(['category_id', sql<number>`count(*)::int`.as('items')])
      .where('project_id', '=', rows[0]!.project_id)
      .where(sql<boolean>`category_id = any(${rows.map(row => row.id)}::int[])`)
      .groupBy('category_id')
      .execute();
    const byId = new Map(counts.map(row => [row.category_id, row.items]));
    return rows
      .toSorted((one, other) => one.id - other.id)
      .map(row => ({
        id: row.id,
        project_id: row.project_id,
        name: row.name,
        items_count: byId.get(row.id) ?? 0,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      }));
  }
}
