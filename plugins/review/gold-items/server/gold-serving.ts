import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { annotationVersionRows, ValueCopies } from '#plugins/annotate/annotations/server/kit/index.ts';
import { itemCategoryRows } from '#plugins/organize/categories/server/kit/index.ts';
import { workRows } from '#plugins/review/agreement/server/kit/index.ts';
import type { AskedBatch, MixedItems } from '#plugins/review/task-requests/server/kit/index.ts';
import type { ItemRow, NewAssignments } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemDuplicates, ItemQuota, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import { freshNames } from '../common/fresh-names.ts';
import { GoldFields } from './gold-fields.ts';
import { GoldMarks } from './gold-marks.ts';
import { GoldPlaces } from './gold-places.ts';
import type { GoldTables } from './gold-tables.ts';

/** Gold items of one assignment: what a person gets at once stays small, however many items they are assigned. */
const MOST_AT_ONCE = 100;
/** Names tried for one copy: others may add items of the same names at the same moment. */
const TRIES = 5;

/** Somebody to get copies, and the categories they may be of. */
interface Receiver {
  readonly projectId: number;
  readonly email: string;
  readonly categories?: readonly number[] | undefined;
}

/** Gives annotators copies of gold items among their tasks. */
export class GoldServing {
  /** Contexts of requests, whose gold items take the place of others. */
  readonly #requests = new WeakSet<RequestContext>();

  constructor(
    @inject(GoldMarks) private readonly marks: GoldMarks,
    @inject(GoldFields) private readonly fields: GoldFields,
    @inject(GoldPlaces) private readonly places: GoldPlaces,
    @inject(ValueCopies) private readonly values: ValueCopies,
    @inject(ItemDuplicates) private readonly duplicates: ItemDuplicates,
    @inject(ItemQuota) private readonly quota: ItemQuota,
  ) {}

  /** Returns the copies that take the place of some of a requested batch; undefined where there are none. */
  async mixed(context: RequestContext, batch: AskedBatch): Promise<MixedItems | undefined> {
    this.#requests.add(context);
    if (batch.role !== projectRoles.annotator) return undefined;
    const share = await this.#share(context, batch.projectId);
    if (share === 0) return undefined;
    const { real, given } = await this.#counts(context, batch);
    const due = rounded(share * (real + given + batch.count) - given);
    // The first task of all is another one: copies look like those beside them.
    const gold = await this.#free(context, batch, Math.min(due, real === 0 ? batch.count - 1 : batch.count));
    if (gold.length === 0) return undefined;
    return { count: gold.length, assign: async beside => this.#give(context, batch, gold, beside) };
  }

  /** Adds copies to items that somebody assigned to an annotator. */
  async assigned(context: RequestContext, { projectId, email, itemIds }: NewAssignments): Promise<void> {
    if (this.#requests.has(context)) return;
    const share = await this.#share(context, projectId);
    if (share === 0 || !(await this.#annotates(context, projectId, email))) return;
    const receiver = { projectId, email };
    const { real, given } = await this.#counts(context, receiver);
    const due = rounded((share / (1 - share)) * real - given);
    const gold = await this.#free(context, receiver, Math.min(due, MOST_AT_ONCE));
    if (gold.length > 0) await this.#give(context, receiver, gold, itemIds);
  }

  async #share(context: RequestContext, projectId: number): Promise<number> {
    return (await this.marks.share(context, projectId)).percent / 100;
  }

  async #annotates(context: RequestContext, projectId: number, email: string): Promise<boolean> {
    const row = await context.transaction((trx: Kysely<unknown>) =>
      trx
        .selectFrom(contributorRows.as('contributor'))
        .select('role')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('email', '=', email)
        // Two assignments at once give no item twice.
        .forNoKeyUpdate()
        .executeTakeFirst(),
    );
    return row?.role === projectRoles.annotator;
  }

  /** Returns the numbers of a person's other items and of their copies. */
  async #counts(
    context: RequestContext,
    { projectId, email }: Receiver,
  ): Promise<{ readonly real: number; readonly given: number }> {
    const all = await this.places.count(context, projectId, email);
    const { given } = await context.transaction((trx: Kysely<GoldTables>) =>
      trx
        .selectFrom('gold_items.copy')
        .select(sql<number>`count(*)::int`.as('given'))
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('email', '=', email)
        .executeTakeFirstOrThrow(),
    );
    return { real: Math.max(0, all - given), given };
  }

  /** Gold items in any order that a person neither worked on nor got. */
  async #free(
    context: RequestContext,
    { projectId, email, categories }: Receiver,
    most: number,
  ): Promise<readonly ItemRow[]> {
    if (most < 1) return [];
    const completed = await this.marks.completed(context, projectId);
    const { rows } = await context.transaction((trx: Kysely<GoldTables>) =>
      sql<ItemRow>`select item.* from gold_items.gold as gold
        join ${itemRows} as item on item.team_id = gold.team_id and item.id = gold.item_id
        where gold.team_id = ${context.team.id}::int and gold.project_id = ${projectId}::int and item.deleted_at is null
          and item.annotation_status = any(${[...completed]}::int[])
          and not exists (select from gold_items.copy as copy where copy.team_id = gold.team_id
            and copy.gold_item_id = gold.item_id and copy.email = ${email})
          and not exists (select from ${annotationVersionRows} as version where version.team_id = gold.team_id
            and version.item_id = gold.item_id and version.updated_by = ${email})
          and not exists (select from ${workRows} as work where work.team_id = gold.team_id
            and work.item_id = gold.item_id and work.email = ${email})
          and (${categories === undefined}::boolean or exists (select from ${itemCategoryRows} as sorted
            where sorted.team_id = gold.team_id and sorted.item_id = gold.item_id
            and sorted.category_id = any(${[...(categories ?? [])]}::int[])))
        order by random() limit ${most}::int`.execute(trx),
    );
    return rows;
  }

  /** Gives copies that look like items `beside` them. Returns their ids. */
  async #give(
    context: RequestContext,
    { projectId, email }: Receiver,
    gold: readonly ItemRow[],
    beside: readonly number[],
  ): Promise<readonly number[]> {
    return context.transaction(async (trx: Kysely<GoldTables>) => {
      const neighbours = await this.places.items(context, projectId, email, beside);
      if (neighbours.length === 0) return [];
      const folderIds = neighbours.map(each => each.folder_id);
      const given: ItemRow[] = [];
      for (const source of gold) {
        const neighbour = neighbours[Math.floor(Math.random() * neighbours.length)]!;
        const item =
          (await this.places.join(context, source, email, folderIds)) ?? (await this.#copy(context, source, neighbour));
        if (item === undefined) continue;
        await trx
          .insertInto('gold_items.copy')
          .values({ team_id: context.team.id, project_id: projectId, item_id: item.id, gold_item_id: source.id, email })
          .execute();
        given.push(item);
      }
      if (given.length > 0) await this.#assign(context, projectId, email, given);
      return given.map(item => item.id);
    });
  }

  /** Makes a copy that looks like `neighbour`; undefined when names were taken by others at the same moment. */
  async #copy(context: RequestContext, source: ItemRow, neighbour: ItemRow): Promise<ItemRow | undefined> {
    const { project_id: projectId, folder_id: folderId } = neighbour;
    const { inFolder } = await this.quota.of(context, projectId, folderId);
    const names = freshNames(source.name, neighbour.name, inFolder.used);
    for (const name of (await this.duplicates.freeNames(context, folderId, names)).slice(0, TRIES)) {
      const item = await this.duplicates.make(context, source, neighbour, name);
      if (item === undefined) continue;
      const { given } = await this.marks.share(context, projectId);
      const fields = (await this.fields.of(context, projectId, given)).filter(each => each.given);
      if (fields.length > 0)
        await this.values.copy(context, {
          source,
          target: item,
          neighbour,
          fields: new Set(fields.map(each => each.id)),
        });
      return item;
    }
    return undefined;
  }

  async #assign(context: RequestContext, projectId: number, email: string, items: readonly ItemRow[]): Promise<void> {
    // This assignment gets no copies itself.
    const isRequest = this.#requests.has(context);
    this.#requests.add(context);
    try {
      await this.places.give(context, projectId, items, email);
    } finally {
      if (!isRequest) this.#requests.delete(context);
    }
  }
}

/** A fraction is rounded up as often as it says, so that nobody can count to the next gold item. */
const rounded = (due: number): number => Math.floor(Math.max(0, due) + Math.random());
