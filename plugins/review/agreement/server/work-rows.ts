import { inject } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { AgreementRules } from './agreement-rules.ts';
import type { AgreementTables } from './agreement-tables.ts';

export type WorkRow = Selectable<AgreementTables['agreement.work']>;
export type Tables = AgreementTables;

/** Statuses in which people work on copies: not started and in progress. After that the item itself is reviewed. */
export const WORKING_STATUSES: readonly number[] = [1, 2];

/** Reads the copies of items. */
export class WorkRows {
  constructor(@inject(AgreementRules) private readonly rules: AgreementRules) {}

  /** All copies of an item, by e-mail. */
  of(context: RequestContext, itemId: number): Promise<readonly WorkRow[]> {
    return context.transaction((trx: Kysely<Tables>) =>
      trx
        .selectFrom('agreement.work')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where('item_id', '=', itemId)
        .orderBy('email')
        .execute(),
    );
  }

  /** Items of which the caller has a copy. */
  async ownItems(context: RequestContext, projectId: number): Promise<readonly number[]> {
    if ((await this.rules.people(context, projectId)) === undefined) return [];
    const rows = await context.transaction((trx: Kysely<Tables>) =>
      trx
        .selectFrom('agreement.work')
        .select('item_id')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('email', '=', context.user.email)
        .execute(),
    );
    return rows.map(row => row.item_id);
  }

  /** Those of them that are there and not submitted yet, the oldest first. */
  async openItems(context: RequestContext, projectId: number): Promise<readonly number[]> {
    if ((await this.rules.people(context, projectId)) === undefined) return [];
    const rows = await context.transaction((trx: Kysely<Tables>) =>
      trx
        .selectFrom('agreement.work as work')
        .innerJoin(itemRows.as('item'), join =>
          join.onRef('item.team_id', '=', 'work.team_id').onRef('item.id', '=', 'work.item_id'),
        )
        .select('work.item_id')
        .where('work.team_id', '=', context.team.id)
        .where('work.project_id', '=', projectId)
        .where('work.email', '=', context.user.email)
        .where('work.state', '=', 'open')
        .where('item.deleted_at', 'is', null)
        .where('item.annotation_status', 'in', [...WORKING_STATUSES])
        .orderBy('work.item_id')
        .execute(),
    );
    return rows.map(row => row.item_id);
  }

  /** All copies of an item without their documents. */
  summaries(
    context: RequestContext,
    itemId: number,
  ): Promise<readonly Pick<WorkRow, 'email' | 'state' | 'revision' | 'updated_at'>[]> {
    return context.transaction((trx: Kysely<Tables>) =>
      trx
        .selectFrom('agreement.work')
        .select(['email', 'state', 'revision', 'updated_at'])
        .where('team_id', '=', context.team.id)
        .where('item_id', '=', itemId)
        .orderBy('email')
        .execute(),
    );
  }

  /** The document of the caller’s copy; undefined where nothing was saved. */
  async ownDocument(context: RequestContext, itemId: number): Promise<WorkRow['document'] | undefined> {
    return (
      (
        await context.transaction((trx: Kysely<Tables>) =>
          trx
            .selectFrom('agreement.work')
            .select('document')
            .where('team_id', '=', context.team.id)
            .where('item_id', '=', itemId)
            .where('email', '=', context.user.email)
            .executeTakeFirst(),
        )
      )?.document ?? undefined
    );
  }
}
