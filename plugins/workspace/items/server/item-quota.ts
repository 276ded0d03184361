import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemCeilings, limitMessage, limitState } from '../common/upload-limits.ts';
import type { LimitTarget } from '../common/upload-limits.ts';
import { Folders } from './folders.ts';
import type { FolderRow, ItemTables } from './items-tables.ts';

/** What a folder and its project hold and may hold, in items. */
export interface Room {
  readonly inFolder: LimitTarget;
  readonly inProject: LimitTarget;
}

/** The ceilings of folders and projects. Read from the tally, so a full project answers as quickly as an empty one. */
export class ItemQuota {
  constructor(@inject(Folders) private readonly folders: Folders) {}

  /** Room of a folder, the root one when `folderId` is absent, and of its project. */
  async of(context: RequestContext, projectId: number, folderId: number | undefined): Promise<Room> {
    return this.in(context, await this.folders.get(context, projectId, folderId), 0);
  }

  /** The same with `asked` more items. */
  async in(context: RequestContext, folder: FolderRow, asked: number): Promise<Room> {
    const used = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.tally')
        .select([
          sql<number>`coalesce(sum(items), 0)::int`.as('project'),
          sql<number>`coalesce(sum(items) filter (where folder_id = ${folder.id}), 0)::int`.as('folder'),
        ])
        .where('project_id', '=', folder.project_id)
        .executeTakeFirstOrThrow(),
    );
    return {
      inFolder: { limit: itemCeilings.folder, used: used.folder, asked },
      inProject: { limit: itemCeilings.project, used: used.project, asked },
    };
  }

  /**
   * Refuses `asked` more items than there is room for; with 0 it refuses what was just written too much, inside the
   * transaction that wrote it. @throws Fault FOLDER_LIMIT, PROJECT_LIMIT (422).
   */
  async demand(context: RequestContext, folder: FolderRow, asked: number): Promise<void> {
    const { inFolder, inProject } = await this.in(context, folder, asked);
    const short = (target: LimitTarget): boolean => target.used + target.asked > target.limit;
    const full = short(inFolder) ? 'folder' : short(inProject) ? 'project' : undefined;
    if (full === undefined) return;
    const { limit } = full === 'folder' ? inFolder : inProject;
    throw new Fault(full === 'folder' ? 'FOLDER_LIMIT' : 'PROJECT_LIMIT', limitMessage(limit, full), {
      status: 422,
      details: { state: limitState([inFolder, inProject]) ?? 1, limit },
    });
  }
}
