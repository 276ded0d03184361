import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemCeilings } from '#core/kernel/server/index.ts';
import { ItemCeilingsToken } from '#core/kernel/server/index.ts';
import { itemCeilings, limitMessage, limitState } from '../common/upload-limits.ts';
import type { LimitTarget } from '../common/upload-limits.ts';
import { Folders } from './folders.ts';
import type { FolderRow, ItemTables } from './items-tables.ts';

/** Items that a folder, its project and the team hold and may hold. */
export interface Room {
  readonly inFolder: LimitTarget;
  readonly inProject: LimitTarget;
  /** Undefined where the licence of the organization limits no items. */
  readonly inPlan: LimitTarget | undefined;
}

const codes = { folder: 'FOLDER_LIMIT', project: 'PROJECT_LIMIT', plan: 'PLAN_LIMIT' } as const;

/**
 * The ceilings of folders and projects, and the limit of the licence. Read from the tally, so a full project answers as
 * quickly as an empty one.
 */
export class ItemQuota {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemCeilingsToken) private readonly ceilings: ItemCeilings,
  ) {}

  /** Room of a folder, the root one when `folderId` is absent, and of its project. */
  async of(context: RequestContext, projectId: number, folderId: number | undefined): Promise<Room> {
    return this.in(context, await this.folders.get(context, projectId, folderId), 0);
  }

  /** The same with `asked` more items. */
  async in(context: RequestContext, folder: FolderRow, asked: number): Promise<Room> {
    const { itemLimit: limit } = context.team;
    const used = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.tally')
        .select([
          sql<number>`coalesce(sum(items) filter (where project_id = ${folder.project_id}), 0)::int`.as('project'),
          sql<number>`coalesce(sum(items) filter (where folder_id = ${folder.id}), 0)::int`.as('folder'),
          sql<number>`coalesce(sum(items), 0)::int`.as('team'),
        ])
        .$if(limit === undefined, query => query.where('project_id', '=', folder.project_id))
        .executeTakeFirstOrThrow(),
    );
    return {
      inFolder: { limit: this.ceilings.folder ?? itemCeilings.folder, used: used.folder, asked },
      inProject: { limit: this.ceilings.project ?? itemCeilings.project, used: used.project, asked },
      inPlan: limit === undefined ? undefined : { limit, used: used.team, asked },
    };
  }

  /**
   * Refuses `asked` more items than there is room for; with 0 it refuses what was just written too much, inside the
   * transaction that wrote it. @throws Fault FOLDER_LIMIT, PROJECT_LIMIT, PLAN_LIMIT (422).
   */
  async demand(context: RequestContext, folder: FolderRow, asked: number): Promise<void> {
    const { inFolder, inProject, inPlan } = await this.in(context, folder, asked);
    const targets = { folder: inFolder, project: inProject, ...(inPlan === undefined ? {} : { plan: inPlan }) };
    for (const [place, target] of Object.entries(targets) as [keyof typeof codes, LimitTarget][])
      if (target.used + target.asked > target.limit)
        throw new Fault(codes[place], limitMessage(target.limit, place), {
          status: 422,
          details: { state: limitState(Object.values(targets)) ?? 1, limit: target.limit },
        });
  }
}
