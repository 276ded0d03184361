import { readQueryString } from '#core/api/common/index.ts';
import { notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { itemQuery } from '../common/item-query.ts';
import type { folderSearchApi, itemListApi } from '../common/search-api.ts';
import type { FolderSearch } from './folder-search.ts';
import type { ItemSearch } from './item-search.ts';

const projectOf = (context: RequestContext): number => {
  const { projectId } = context.scope;
  if (projectId === undefined) throw notFound('The project');
  return projectId;
};

/** Handlers of the search for folders. */
export function folderSearchHandlers(folders: FolderSearch): Handlers<typeof folderSearchApi> {
  return { searchFolders: ({ body }, context) => folders.search(context, projectOf(context), body.query ?? {}) };
}

/** Handlers of the list of items by a query string. */
export function itemListHandlers(search: ItemSearch): Handlers<typeof itemListApi> {
  return {
    listItemsByQuery: ({ query }, context) =>
      search.find(context, projectOf(context), context.scope.folderId, readQueryString(query, itemQuery)),
  };
}
