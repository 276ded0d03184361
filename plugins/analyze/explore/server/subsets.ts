import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { ItemReader, Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { Subset } from '../common/keeping-api.ts';
import { Searches } from './searches.ts';

type Trx = Kysely<unknown>;

/** Bounds of a project. */
const MOST_SUBSETS = 500;
const MOST_ITEMS = 500_000;
/** Ids looked up at a time. */
const PART = 5000;

interface SubsetRow {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Outcome of a change: ids that were so already, ids that are not there, and how many were changed. */
export interface SubsetChange {
  readonly skipped: number[];
  readonly failed: number[];
  readonly changed: number;
}

interface SubsetPlace {
  readonly projectId: number;
  readonly subsetId: number;
}

/** Named lists of items. Rights are asked before. */
export class Subsets {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(Searches) private readonly searches: Searches,
  ) {}

  /** One page, the oldest first, and the number of all. */
  async list(
    context: RequestContext,
    projectId: number,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: Subset[]; readonly count: number }> {
    return context.transaction(async (trx: Trx) => {
      const { rows } =
        await sql<SubsetRow>`select subset.* from explore.subset as subset where subset.team_id = ${context.team.id} and subset.project_id = ${projectId} order by subset.id offset ${offset} limit ${limit}`.execute(
          trx,
        );
      return {
        data: await this.#views(trx, context, projectId, rows),
        count: await this.#count(trx, context, projectId),
      };
    });
  }

  /** Adds subsets. @throws Fault NAME_EXISTS (409), PROJECT_LIMIT (422). */
  async create(context: RequestContext, projectId: number, names: readonly string[]): Promise<Subset[]> {
    const wanted = names.map(each => each.trim());
    return named(() =>
      context.transaction(async (trx: Trx) => {
        const made: Subset[] = [];
        for (const name of wanted) {
          const {
            rows: [row],
          } =
            await sql<SubsetRow>`insert into explore.subset (team_id, project_id, name, creator) values (${context.team.id}, ${projectId}, ${name}, ${context.user.email}) returning *`.execute(
              trx,
            );
          made.push(view(row!, 0));
        }
        if ((await this.#count(trx, context, projectId)) > MOST_SUBSETS)
          throw new Fault('PROJECT_LIMIT', `A project has at most ${MOST_SUBSETS} subsets.`, { status: 422 });
        return made;
      }),
    );
  }

  async rename(context: RequestContext, projectId: number, id: number, name: string): Promise<Subset> {
    return named(() =>
      context.transaction(async (trx: Trx) => {
        const {
          rows: [row],
        } =
          await sql<SubsetRow>`update explore.subset as subset set name = ${name.trim()}, updated_at = now() where team_id = ${context.team.id} and project_id = ${projectId} and id = ${id} returning *`.execute(
            trx,
          );
        if (row === undefined) throw notFound('The subset');
        return (await this.#views(trx, context, projectId, [row]))[0]!;
      }),
    );
  }

  async remove(context: RequestContext, projectId: number, id: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const { rows } =
        await sql`delete from explore.subset where team_id = ${context.team.id} and project_id = ${projectId} and id = ${id} returning id`.execute(
          trx,
        );
      if (rows.length === 0) throw notFound('The subset');
    });
  }

  /** Deletes a subset that has no items; one that has some stays. */
  async removeEmpty(context: RequestContext, { projectId, subsetId }: SubsetPlace): Promise<void> {
    await context.transaction((trx: Trx) =>
      sql`delete from explore.subset where team_id = ${context.team.id} and project_id = ${projectId} and id = ${subsetId}
        and not exists (select from explore.subset_item where team_id = ${context.team.id} and subset_id = ${subsetId})`.execute(
        trx,
      ),
    );
  }

  /**
   * Puts items into a subset or takes them out. With a query all that it finds.
   * @throws Fault NOT_FOUND, INVALID_FIELD, PROJECT_LIMIT (422).
   */
  async change(
    context: RequestContext,
    place: { readonly projectId: number; readonly subsetId: number; readonly folderId?: number | undefined },
    action: 'ATTACH' | 'DETACH',
    given: readonly number[] | undefined,
    query: string | undefined,
  ): Promise<SubsetChange> {
    const { projectId, subsetId } = place;
    if (given === undefined && query === undefined) throw invalidField('item_ids', 'give item_ids or a query');
    await this.demand(context, projectId, subsetId);
    const asked =
      given === undefined
        ? await this.searches.ids(context, { projectId, folderId: place.folderId }, query, {
            offset: 0,
            limit: MOST_ITEMS,
          })
        : [...new Set(given)];
    return context.transaction(async () => {
      const changed = new Set<number>();
      const seen = new Set<number>();
      for (let start = 0; start < asked.length; start += PART) {
        const part = asked.slice(start, start + PART);
        const visible = given === undefined ? part : [...(await this.items.byIds(context, projectId, part)).keys()];
        for (const each of visible) seen.add(each);
        for (const each of await this.put(context, place, action, visible)) changed.add(each);
      }
      await this.assertCapacity(context, subsetId);
      const candidates = given === undefined ? [] : asked;
      return {
        skipped: candidates.filter(each => seen.has(each) && !changed.has(each)),
        failed: candidates.filter(each => !seen.has(each)),
        changed: changed.size,
      };
    });
  }

  /** Returns those of some items that are in a subset. */
  async among(context: RequestContext, subsetId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{
        item_id: number;
      }>`select item_id from explore.subset_item where team_id = ${context.team.id} and subset_id = ${subsetId} and item_id = any(${[...ids]}::int[])`.execute(
        trx,
      ),
    );
    return new Set(rows.map(row => row.item_id));
  }

  /** Puts items that the caller sees into a subset or takes them out. Returns those that were changed. */
  async put(
    context: RequestContext,
    { projectId, subsetId }: SubsetPlace,
    action: 'ATTACH' | 'DETACH',
    ids: readonly number[],
  ): Promise<readonly number[]> {
    const { rows } = await context.transaction((trx: Trx) =>
      (action === 'ATTACH'
        ? sql<{
            item_id: number;
          }>`insert into explore.subset_item (team_id, project_id, subset_id, item_id) select ${context.team.id}::int, ${projectId}::int, ${subsetId}::int, id from unnest(${[...ids]}::int[]) as given (id) on conflict do nothing returning item_id`
        : sql<{
            item_id: number;
          }>`delete from explore.subset_item where team_id = ${context.team.id} and subset_id = ${subsetId} and item_id = any(${[...ids]}::int[]) returning item_id`
      ).execute(trx),
    );
    return rows.map(row => row.item_id);
  }

  /** Refuses a subset that has too many items. @throws Fault PROJECT_LIMIT (422). */
  async assertCapacity(context: RequestContext, subsetId: number): Promise<void> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{
        items: number;
      }>`select count(*)::int as items from explore.subset_item where team_id = ${context.team.id} and subset_id = ${subsetId}`.execute(
        trx,
      ),
    );
    if (rows[0]!.items > MOST_ITEMS)
      throw new Fault('PROJECT_LIMIT', `A subset has at most ${MOST_ITEMS} items.`, { status: 422 });
  }

  /** Returns the id of the subset of that name, whatever the case; undefined when there is none. */
  async idOf(context: RequestContext, projectId: number, name: string): Promise<number | undefined> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{
        id: number;
      }>`select id from explore.subset where team_id = ${context.team.id} and project_id = ${projectId} and lower(name) = lower(${name.trim()})`.execute(
        trx,
      ),
    );
    return rows[0]?.id;
  }

  /** The name of a subset; undefined when there is none. */
  async nameOf(context: RequestContext, projectId: number, id: number): Promise<string | undefined> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{
        name: string;
      }>`select name from explore.subset where team_id = ${context.team.id} and project_id = ${projectId} and id = ${id}`.execute(
        trx,
      ),
    );
    return rows[0]?.name;
  }

  /** Returns the condition that an `item` is in a subset. */
  inside(context: RequestContext, { projectId, subsetId }: SubsetPlace): RawBuilder<boolean> {
    return sql<boolean>`exists (select from explore.subset_item as kept where kept.team_id = ${context.team.id}
      and kept.project_id = ${projectId} and kept.subset_id = ${subsetId} and kept.item_id = item.id)`;
  }

  /** @throws Fault NOT_FOUND. */
  async demand(context: RequestContext, projectId: number, id: number): Promise<void> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql`select id from explore.subset where team_id = ${context.team.id} and project_id = ${projectId} and id = ${id}`.execute(
        trx,
      ),
    );
    if (rows.length === 0) throw notFound('The subset');
  }

  /** Subsets with how many of their items the caller sees. */
  async #views(trx: Trx, context: RequestContext, projectId: number, rows: readonly SubsetRow[]): Promise<Subset[]> {
    const visible = (await this.reader.visible(trx, context, projectId)).select('item.id');
    const { rows: counts } = await sql<{
      subset_id: number;
      items: number;
    }>`select kept.subset_id, count(*)::int as items from explore.subset_item as kept
      join (${visible}) as seen on seen.id = kept.item_id where kept.team_id = ${context.team.id} and kept.subset_id = any(${rows.map(row => row.id)}::int[]) group by kept.subset_id`.execute(
      trx,
    );
    const items = new Map(counts.map(row => [row.subset_id, row.items]));
    return rows.map(row => view(row, items.get(row.id) ?? 0));
  }

  async #count(trx: Trx, context: RequestContext, projectId: number): Promise<number> {
    return (
      await sql<{
        count: number;
      }>`select count(*)::int as count from explore.subset where team_id = ${context.team.id} and project_id = ${projectId}`.execute(
        trx,
      )
    ).rows[0]!.count;
  }
}

const view = (row: SubsetRow, items: number): Subset => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  itemsCount: items,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault('NAME_EXISTS', 'A subset of this name already exists.', {
      status: 409,
      details: { field: 'name' },
    });
  }
}
