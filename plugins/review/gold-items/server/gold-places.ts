import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import {
  AgreementHooks,
  AgreementRules,
  WORKING_STATUSES,
  WorkPlaces,
  workRows,
} from '#plugins/review/agreement/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { assignmentRows, Assignments, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { GoldTables } from './gold-tables.ts';

/** Items beside which copies may be put. */
const MOST_NEIGHBOURS = 100;

/** The items of people: those assigned to them or, where several annotate each item, those they have a place at. */
export class GoldPlaces {
  constructor(
    @inject(Assignments) private readonly assignments: Assignments,
    @inject(AgreementRules) private readonly rules: AgreementRules,
    @inject(AgreementHooks) private readonly hooks: AgreementHooks,
    @inject(WorkPlaces) private readonly places: WorkPlaces,
  ) {}

  /** Returns how many items of a project a person has, copies included. */
  async count(context: RequestContext, projectId: number, email: string): Promise<number> {
    const owned = await this.#owned(context, projectId);
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<{
        items: number;
      }>`select count(*)::int as items from ${owned} as owned where owned.team_id = ${context.team.id}::int
        and owned.project_id = ${projectId}::int and owned.email = ${email}`.execute(trx),
    );
    return rows[0]!.items;
  }

  /** Returns those of a person's items, or the last that they got where none are named. */
  async items(
    context: RequestContext,
    projectId: number,
    email: string,
    among: readonly number[],
  ): Promise<readonly ItemRow[]> {
    const owned = await this.#owned(context, projectId);
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<ItemRow>`select item.* from ${itemRows} as item
        join ${owned} as owned on owned.team_id = item.team_id and owned.item_id = item.id
        where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.deleted_at is null
          and owned.email = ${email} and (${among.length === 0}::boolean or item.id = any(${[...among]}::int[]))
        order by item.id desc limit ${MOST_NEIGHBOURS}::int`.execute(trx),
    );
    return rows;
  }

  /**
   * Gives a person a place at a copy of a gold item that was made for others, in one of the folders. Undefined where
   * there is none, as always where one person annotates each item.
   */
  async join(
    context: RequestContext,
    gold: ItemRow,
    email: string,
    folderIds: readonly number[],
  ): Promise<ItemRow | undefined> {
    const people = await this.rules.people(context, gold.project_id);
    if (people === undefined) return undefined;
    const { rows } = await context.transaction((trx: Kysely<GoldTables>) =>
      sql<ItemRow>`select item.* from ${itemRows} as item where item.team_id = ${context.team.id}::int and item.deleted_at is null
          and item.id in (select copy.item_id from gold_items.copy as copy where copy.team_id = ${context.team.id}::int and copy.gold_item_id = ${gold.id}::int)
          and item.annotation_status = any(${[...WORKING_STATUSES]}::int[]) and item.folder_id = any(${[...folderIds]}::int[])
          and (select count(*) from ${workRows} as work where work.team_id = item.team_id and work.item_id = item.id) < ${people}::int
          and not exists (select from ${workRows} as work where work.team_id = item.team_id and work.item_id = item.id and work.email = ${email})
        order by item.id limit 1`.execute(trx),
    );
    const [item] = rows;
    if (item === undefined) return undefined;
    return (await this.places.give(context, gold.project_id, [item], [email])).length === 0 ? item : undefined;
  }

  /** Gives a person items that nobody has; those they have a place at already stay theirs. */
  async give(context: RequestContext, projectId: number, items: readonly ItemRow[], email: string): Promise<void> {
    const itemIds = items.map(item => item.id);
    if ((await this.rules.people(context, projectId)) === undefined) {
      await this.assignments.assignFree(context, projectId, itemIds, { email, role: projectRoles.annotator });
    } else {
      await this.places.give(context, projectId, items, [email]);
      await this.hooks.given.promise(context, { projectId, email, itemIds });
    }
  }

  async #owned(context: RequestContext, projectId: number): Promise<RawBuilder<unknown>> {
    return (await this.rules.people(context, projectId)) === undefined ? assignmentRows : workRows;
  }
}
