import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import type { Bookmark } from '../../common/keeping-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';

/** Bookmarks that are listed. */
const MOST = 500;
/** Items bookmarked at once. */
export const MOST_BOOKMARKED = 100;

const keyOf = (projectId: number): readonly unknown[] => ['explore', 'bookmarks', projectId];

/** The person's bookmarks in a project, oldest first, at most 500. */
export function useBookmarks(projectId: number, enabled: boolean): UseQueryResult<readonly Bookmark[]> {
  const { keeping } = useService(ExploreClient);
  return useQuery({
    queryKey: keyOf(projectId),
    queryFn: async ({ signal }) =>
      (await keeping.listBookmarks({ query: { project_id: projectId, limit: MOST }, signal })).data,
    enabled,
  });
}

/** Actions on bookmarks. */
export interface BookmarkActions {
  /** Bookmarks items; those that have one already lose it when all of them have. */
  readonly toggle: (itemIds: readonly number[]) => Promise<void>;
  readonly remove: (bookmark: Bookmark) => Promise<void>;
  readonly note: (bookmark: Bookmark, text: string) => Promise<void>;
}

/** Actions on the bookmarks of a project. */
export function useBookmarkActions(projectId: number): BookmarkActions {
  const { keeping } = useService(ExploreClient);
  const queries = useQueryClient();
  const query = { project_id: projectId };
  const refresh = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: keyOf(projectId) }),
      queries.invalidateQueries({ queryKey: itemKeys.dependent('explore', projectId) }),
    ]);
  };
  /** All bookmarks: one that is not known would be made again, without its note. */
  const all = async (): Promise<readonly Bookmark[]> => {
    const found: Bookmark[] = [];
    for (;;) {
      const { data } = await keeping.listBookmarks({ query: { ...query, limit: MOST, offset: found.length } });
      found.push(...data);
      if (data.length < MOST) return found;
    }
  };
  const add = async (
    bookmarks: readonly Pick<Bookmark, 'item_id' | 'instance_id' | 'note' | 'color'>[],
  ): Promise<void> => {
    for (const { item_id, instance_id, note, color } of bookmarks)
      await keeping.createBookmark({ query, body: { item_id, instance_id, note, color } });
    await refresh();
  };
  const drop = async (bookmarks: readonly Bookmark[]): Promise<void> => {
    for (const { id } of bookmarks) await keeping.deleteBookmark({ params: { bookmark_id: id }, query });
    await refresh();
    toast(messages.useBookmarks.removed(things(bookmarks.length)), {
      undo: () => void add(bookmarks).catch(toastError),
    });
  };
  return {
    toggle: async itemIds => {
      try {
        if (itemIds.length > MOST_BOOKMARKED) {
          toast(messages.useBookmarks.atMostAtOnce(MOST_BOOKMARKED), { tone: 'error' });
          return;
        }
        const known = (await all()).filter(each => each.instance_id === null && itemIds.includes(each.item_id));
        const marked = new Set(known.map(each => each.item_id));
        const open = itemIds.filter(each => !marked.has(each));
        if (open.length === 0) {
          await drop(known);
          return;
        }
        await add(open.map(item_id => ({ item_id, instance_id: null, note: '', color: null })));
        toast(messages.useBookmarks.bookmarked(things(open.length)), { tone: 'success' });
      } catch (error) {
        toastError(error);
      }
    },
    remove: async bookmark => {
      try {
        await drop([bookmark]);
      } catch (error) {
        toastError(error);
      }
    },
    note: async (bookmark, text) => {
      await keeping.updateBookmark({ params: { bookmark_id: bookmark.id }, query, body: { note: text } });
      await refresh();
    },
  };
}
