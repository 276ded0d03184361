import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemNameTakenMessage } from '../../common/item-name.ts';
import type { ItemStatuses } from '../item-statuses.ts';
import type { ItemRow, ItemsHooks } from '../items-hooks.ts';
import type { ItemTables } from '../items-tables.ts';
import type { ItemChange, ItemChangeKind } from './item-change.ts';

/** Services for deleting and restoring. */
interface DeletionServices {
  readonly statuses: ItemStatuses;
  readonly hooks: ItemsHooks;
}

/** Returns who deleted each item; null for a present one. */
const readDeletion = (rows: readonly ItemRow[]): ReadonlyMap<number, string | null> =>
  new Map(rows.map(row => [row.id, row.deleted_at === null ? null : (row.deleted_by ?? '')]));

/** Softly: assignments and annotations stay with the item until it is restored or its time is over. */
export const deleteChange = (services: DeletionServices): ItemChangeKind => ({
  access: 'DeleteItem',
  open: (context, projectId) => ({
    ...deletion(services, context, projectId),
    leaves: 'deleted',
    wanted: () => context.user.email,
  }),
});

/**
 * Brings items back into their folder, or into the project's own one when the folder is gone. A name that was given
 * away meanwhile is refused.
 */
export const restoreChange = (services: DeletionServices): ItemChangeKind => ({
  access: 'DeleteItem',
  open: (context, projectId) => ({
    ...deletion(services, context, projectId),
    on: 'deleted',
    undoable: false,
    wanted: () => null,
  }),
});

function deletion(
  { statuses, hooks }: DeletionServices,
  context: RequestContext,
  projectId: number,
): Omit<ItemChange, 'wanted'> {
  return {
    value: null,
    read: readDeletion,
    async refusals(rows, wanted) {
      const back = rows.filter(row => wanted.get(row.id) === null);
      const home = back.length === 0 ? undefined : await homes(context, projectId);
      const found = new Map<number, Fault>();
      if (home === undefined) return found;
      const key = (folder: number, name: string): string => `${folder}/${name}`;
      const taken = new Set(
        (
          await context.transaction((trx: Kysely<ItemTables>) =>
            trx
              .selectFrom('items.item')
              .select(['folder_id', 'name'])
              .where('team_id', '=', context.team.id)
              .where('project_id', '=', projectId)
              .where('deleted_at', 'is', null)
              .where(sql<boolean>`folder_id = any(${[...new Set(back.map(home))]}::int[])`)
              .where(sql<boolean>`name = any(${back.map(row => row.name)}::text[])`)
              .execute(),
          )
        ).map(row => key(row.folder_id, row.name)),
      );
      for (const row of back) {
        const place = key(home(row), row.name);
        if (taken.has(place)) found.set(row.id, new Fault('NAME_EXISTS', itemNameTakenMessage, { status: 409 }));
        else taken.add(place);
      }
      return found;
    },
    write: (rows, wanted) =>
      context.transaction(async (trx: Kysely<ItemTables>) => {
        const [back, gone] = [
          rows.filter(row => wanted.get(row.id) === null),
          rows.filter(row => wanted.get(row.id) !== null),
        ];
        if (gone.length > 0) {
          await hooks.deleting.promise(context, gone);
          await trx
            .updateTable('items.item')
            .set({ deleted_at: new Date(), deleted_by: context.user.email })
            .where(among(gone))
            .execute();
        }
        if (back.length > 0) {
          const home = await homes(context, projectId);
          for (const folder of new Set(back.map(home)))
            await trx
              .updateTable('items.item')
              .set({ deleted_at: null, deleted_by: null, folder_id: folder })
              .where(among(back.filter(row => home(row) === folder)))
              .execute();
        }
        await statuses.announce(
          context,
          projectId,
          rows.map(row => row.id),
        );
      }),
  };
}

const among = (rows: readonly ItemRow[]) => sql<boolean>`id = any(${rows.map(row => row.id)}::int[])`;

/** Returns the folders to which items of a project are restored. */
async function homes(context: RequestContext, projectId: number): Promise<(row: ItemRow) => number> {
  const folders = await context.transaction((trx: Kysely<ItemTables>) =>
    trx
      .selectFrom('items.folder')
      .select(['id', 'is_root', 'deleted_at'])
      .where('project_id', '=', projectId)
      .execute(),
  );
  const root = folders.find(each => each.is_root)?.id;
  const gone = new Set(folders.filter(each => each.deleted_at !== null).map(each => each.id));
  return row => (gone.has(row.folder_id) && root !== undefined ? root : row.folder_id);
}
