import type { Handlers } from '#core/api/server/index.ts';
import type { keepingApi } from '../common/keeping-api.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { SavedQueries } from './saved-queries.ts';
import type { SearchLinks } from './search-links.ts';
import type { Subsets } from './subsets.ts';

export interface KeepingServices {
  readonly subsets: Subsets;
  readonly queries: SavedQueries;
  readonly bookmarks: Bookmarks;
  readonly links: SearchLinks;
}

const done = { success: true } as const;

/** Calls about what people keep: subsets, saved queries, bookmarks, links. */
export function keepingHandlers({ subsets, queries, bookmarks, links }: KeepingServices): Handlers<typeof keepingApi> {
  return {
    listSubsets: ({ query }, context) => subsets.list(context, query.project_id, query),
    createSubsets: ({ query, body }, context) => subsets.create(context, query.project_id, body.names),
    renameSubset: ({ params, query, body }, context) =>
      subsets.rename(context, query.project_id, params.subset_id, body.name),
    async deleteSubset({ params, query }, context) {
      await subsets.remove(context, query.project_id, params.subset_id);
      return done;
    },
    changeSubset: ({ query, body }, context) =>
      subsets.change(
        context,
        { projectId: query.project_id, subsetId: query.subset_id, folderId: query.folder_id },
        body.action,
        body.item_ids,
        body.query ?? undefined,
      ),
    listQueries: ({ query }, context) => queries.list(context, query.project_id, query),
    createQuery: ({ query, body }, context) => queries.create(context, query.project_id, body),
    updateQuery: ({ params, query, body }, context) => queries.update(context, query.project_id, params.query_id, body),
    async deleteQuery({ params, query }, context) {
      await queries.remove(context, query.project_id, params.query_id);
      return done;
    },
    listBookmarks: ({ query }, context) => bookmarks.list(context, query.project_id, query),
    createBookmark: ({ query, body }, context) =>
      bookmarks.create(context, query.project_id, {
        itemId: body.item_id,
        instanceId: body.instance_id ?? undefined,
        note: body.note,
        color: body.color,
      }),
    updateBookmark: ({ params, query, body }, context) =>
      bookmarks.update(context, query.project_id, params.bookmark_id, body),
    async deleteBookmark({ params, query }, context) {
      await bookmarks.remove(context, query.project_id, params.bookmark_id);
      return done;
    },
    createHash: async ({ query, body }, context) => ({
      hash: await links.keep(context, query.project_id, {
        queryParams: body.queryParams ?? null,
        bodyParams: body.bodyParams ?? null,
        level: body.level ?? null,
      }),
    }),
    getHash: async ({ params, query }, context) => ({
      ...(await links.get(context, query.project_id, params.hash)),
      hash: params.hash,
    }),
  };
}
