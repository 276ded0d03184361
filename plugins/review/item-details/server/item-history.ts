import { inject } from 'inversify';
import type { Generated, Kysely } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { Contributors, Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { HistoryEntry, HistoryKind } from '../common/api.ts';

export interface HistoryTables {
  'item_details.entry': {
    id: Generated<number>;
    team_id: number;
    project_id: number;
    item_id: number;
    kind: HistoryKind;
    before: string | null;
    after: string | null;
    role: number | null;
    by_email: string | null;
    at: Date;
  };
}

/** Events in the lives of items. */
export class ItemHistory {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Projects) private readonly projects: Projects,
    @inject(Contributors) private readonly contributors: Contributors,
  ) {}

  /**
   * One page, newest first. People whom the caller does not see in the project are not named. Throws NOT_FOUND for an
   * item the caller does not see.
   */
  async list(
    context: RequestContext,
    projectId: number,
    itemId: number,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ data: HistoryEntry[]; count: number }> {
    await this.items.get(context, itemId, projectId);
    const membership = await this.projects.membership(context, projectId);
    if (membership === undefined) throw notFound('The project');
    const seen =
      membership.role === projectRoles.projectAdmin
        ? undefined
        : new Set([
            context.user.email,
            ...(await this.contributors.seen(context, projectId, membership.role)).map(each => each.email),
          ]);
    const shown = (email: string | null): string | null =>
      email !== null && (seen === undefined || seen.has(email)) ? email : null;
    const { rows, count } = await context.transaction(async (trx: Kysely<HistoryTables>) => {
      const all = trx
        .selectFrom('item_details.entry')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('item_id', '=', itemId);
      return {
        rows: await all.selectAll().orderBy('id', 'desc').offset(page.offset).limit(page.limit).execute(),
        count: Number(
          (await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count,
        ),
      };
    });
    const people = (kind: HistoryKind): boolean => kind === 'assigned' || kind === 'unassigned';
    return {
      data: rows.map(row => ({
        id: row.id,
        kind: row.kind,
        role: row.role,
        by: shown(row.by_email),
        at: row.at.toISOString(),
        before: people(row.kind) ? shown(row.before) : row.before,
        after: people(row.kind) ? shown(row.after) : row.after,
      })),
      count,
    };
  }
}
