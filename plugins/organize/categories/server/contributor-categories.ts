import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ContributorChange } from '#plugins/workspace/projects/server/kit/index.ts';
import { Categories } from './categories.ts';
import type { CategoriesTables } from './categories-tables.ts';

/** A category of a person. */
export interface ContributorCategory {
  readonly id: number;
  readonly name: string;
}

/** Categories that contributors of a project work on. Rights are asked before. */
export class ContributorCategories {
  constructor(@inject(Categories) private readonly categories: Categories) {}

  /** Categories of contributors by contributor id, in ascending order; who has none has an empty list. */
  async of(
    context: RequestContext,
    projectId: number,
    contributorIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly ContributorCategory[]>> {
    const found = new Map<number, ContributorCategory[]>(contributorIds.map(id => [id, []]));
    if (contributorIds.length === 0) return found;
    const rows = await context.transaction((trx: Kysely<CategoriesTables>) =>
      trx
        .selectFrom('categories.contributor_category as kept')
        .innerJoin('categories.category as category', join =>
          join.onRef('category.team_id', '=', 'kept.team_id').onRef('category.id', '=', 'kept.category_id'),
        )
        .select(['kept.contributor_id', 'category.id', 'category.name'])
        .where('kept.team_id', '=', context.team.id)
        .where('kept.project_id', '=', projectId)
        .where(sql<boolean>`kept.contributor_id = any(${[...contributorIds]}::int[])`)
        .orderBy('category.id')
        .execute(),
    );
    for (const { contributor_id: contributor, id, name } of rows) found.get(contributor)!.push({ id, name });
    return found;
  }

  /**
   * Gives contributors more categories. People who are not in the project, and its admins, are left
   * out. Answers all categories of each of the others afterwards. @throws Fault INVALID_FIELD for an unknown category.
   */
  async add(
    context: RequestContext,
    projectId: number,
    contributorIds: readonly number[],
    categoryIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly ContributorCategory[]>> {
    await this.categories.demandKnown(context, projectId, categoryIds, 'categories');
    return context.transaction(async (trx: Kysely<CategoriesTables>) => {
      const people = await this.#people(context, projectId, contributorIds);
      await sql`insert into categories.contributor_category (team_id, project_id, contributor_id, category_id)
        select ${context.team.id}::int, ${projectId}::int, contributor, category from unnest(${people}::int[]) as contributor cross join unnest(${[...categoryIds]}::int[]) as category
        on conflict (team_id, contributor_id, category_id) do nothing`.execute(trx);
      return this.of(context, projectId, people);
    });
  }

  /** Takes categories away; otherwise as `add`. */
  async remove(
    context: RequestContext,
    projectId: number,
    contributorIds: readonly number[],
    categoryIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly ContributorCategory[]>> {
    return context.transaction(async (trx: Kysely<CategoriesTables>) => {
      const people = await this.#people(context, projectId, contributorIds);
      await trx
        .deleteFrom('categories.contributor_category')
        .where('project_id', '=', projectId)
        .where(sql<boolean>`contributor_id = any(${people}::int[])`)
        .where(sql<boolean>`category_id = any(${[...categoryIds]}::int[])`)
        .execute();
      return this.of(context, projectId, people);
    });
  }

  /** Categories of everybody in a project by contributor id. */
  async all(context: RequestContext, projectId: number): Promise<ReadonlyMap<number, readonly ContributorCategory[]>> {
    const rows = await context.transaction((trx: Kysely<CategoriesTables>) =>
      trx
        .selectFrom(contributorRows.as('contributor'))
        .select('id')
        .where('project_id', '=', projectId)
        .orderBy('id')
        .execute(),
    );
    return this.of(
      context,
      projectId,
      rows.map(row => row.id),
    );
  }

  /**
   * Replaces the categories of one person.
   * @throws Fault NOT_FOUND, also for an admin of the project, who has all; INVALID_FIELD for an unknown category.
   */
  async replace(
    context: RequestContext,
    projectId: number,
    contributorId: number,
    categoryIds: readonly number[],
  ): Promise<readonly ContributorCategory[]> {
    return context.transaction(async (trx: Kysely<CategoriesTables>) => {
      const [person] = await this.#people(context, projectId, [contributorId]);
      if (person === undefined) throw notFound('The contributor');
      await this.categories.demandKnown(context, projectId, categoryIds, 'category_ids');
      await trx
        .deleteFrom('categories.contributor_category')
        .where('project_id', '=', projectId)
        .where('contributor_id', '=', person)
        .execute();
      return (await this.add(context, projectId, [person], categoryIds)).get(person) ?? [];
    });
  }

  /**
   * An admin of the project sees every category and has none of their own. Inside the transaction of the change; who
   * leaves loses them with the membership.
   */
  async forget(context: RequestContext, { projectId, email, to }: ContributorChange): Promise<void> {
    if (to !== projectRoles.projectAdmin) return;
    await context.transaction((trx: Kysely<CategoriesTables>) =>
      trx
        .deleteFrom('categories.contributor_category')
        .where('project_id', '=', projectId)
        .where('contributor_id', 'in', builder =>
          builder
            .selectFrom(contributorRows.as('contributor'))
            .select('id')
            .where('project_id', '=', projectId)
            .where('email', '=', email),
        )
        .execute(),
    );
  }

  async #people(context: RequestContext, projectId: number, contributorIds: readonly number[]): Promise<number[]> {
    const rows = await context.transaction((trx: Kysely<CategoriesTables>) =>
      trx
        .selectFrom(contributorRows.as('contributor'))
        .select('id')
        .where('project_id', '=', projectId)
        .where(sql<boolean>`id = any(${[...contributorIds]}::int[])`)
        .where('role', '<>', projectRoles.projectAdmin)
        .orderBy('id')
        .execute(),
    );
    return rows.map(row => row.id);
  }
}
