import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { folderRows } from '#plugins/workspace/items/server/kit/index.ts';

/** Name of the folder of a project in which its other folders are. */
export const ROOT = 'root';

/** Returns the names of folders by their ids; `root` for that of the project. */
export async function folderNames(
  context: RequestContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await context.transaction((trx: Kysely<unknown>) =>
    trx
      .selectFrom(folderRows.as('folder'))
      .select(['id', 'name', 'is_root'])
      .where('id', 'in', [...new Set(ids)])
      .execute(),
  );
  return new Map(found.map(each => [each.id, each.is_root ? ROOT : each.name]));
}
