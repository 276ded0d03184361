import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { ContributorChange } from '#plugins/workspace/projects/server/kit/index.ts';
import { Contributors } from '#plugins/workspace/projects/server/kit/index.ts';
import { itemsEvents } from '../common/events.ts';
import type { FolderUser } from '../common/item.ts';
import { assignmentRefused } from './changing/assignment-changes.ts';
import type { FolderRow, ItemTables } from './items-tables.ts';

/** People that folders are given to. It says whose turn their items are in the queue and assigns no item by itself. */
export class FolderPeople {
  constructor(@inject(Contributors) private readonly contributors: Contributors) {}

  /** People of folders by folder id, in the order they were added. */
  async of(
    context: RequestContext,
    projectId: number,
    folderIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly FolderUser[]>> {
    const rows = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.folder_user')
        .select(['id', 'folder_id', 'email'])
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('folder_id', 'in', [-1, ...folderIds])
        .orderBy('id')
        .execute(),
    );
    const found = new Map<number, FolderUser[]>();
    if (rows.length === 0) return found;
    const people = new Map((await this.contributors.list(context, projectId)).map(each => [each.email, each]));
    for (const { id, folder_id: folder, email } of rows) {
      const person = people.get(email);
      if (person === undefined) continue;
      const { id: member, role, state } = person;
      found.set(folder, [...(found.get(folder) ?? []), { id, projectUser: { id: member, email, role, state } }]);
    }
    return found;
  }

  /**
   * Gives a folder to contributors; who has it already keeps it. Throws ASSIGNMENT_REFUSED (400) for people who are not
   * in the project, paused, or its admins; nobody is added then.
   */
  async add(context: RequestContext, folder: FolderRow, emails: readonly string[]): Promise<void> {
    const people = new Map((await this.contributors.list(context, folder.project_id)).map(each => [each.email, each]));
    const wanted = [...new Set(emails)];
    for (const email of wanted) {
      const person = people.get(email);
      if (person === undefined || person.paused || person.role === projectRoles.projectAdmin) throw assignmentRefused();
    }
    if (wanted.length === 0) return;
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      await trx
        .insertInto('items.folder_user')
        .values(
          wanted.map(email => ({
            team_id: context.team.id,
            project_id: folder.project_id,
            folder_id: folder.id,
            email,
          })),
        )
        .onConflict(conflict => conflict.columns(['team_id', 'folder_id', 'email']).doNothing())
        .execute();
      await context.publish(itemsEvents.foldersChanged, { project_id: folder.project_id });
    });
  }

  /** Takes people, or everybody, off a folder. */
  async remove(context: RequestContext, folder: FolderRow, emails: readonly string[] | undefined): Promise<void> {
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      await trx
        .deleteFrom('items.folder_user')
        .where('team_id', '=', context.team.id)
        .where('folder_id', '=', folder.id)
        .$if(emails !== undefined, query => query.where('email', 'in', ['', ...emails!]))
        .execute();
      await context.publish(itemsEvents.foldersChanged, { project_id: folder.project_id });
    });
  }

  /**
   * Takes folders from a person who leaves the project, or works in it in another role from now on. Inside the
   * transaction of that change.
   */
  async forget(context: RequestContext, change: ContributorChange): Promise<void> {
    await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .deleteFrom('items.folder_user')
        .where('project_id', '=', change.projectId)
        .where('email', '=', change.email)
        .execute(),
    );
  }
}
