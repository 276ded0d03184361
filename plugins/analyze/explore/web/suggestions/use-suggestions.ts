import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import type { PagedList } from '#core/ui/web/index.ts';
import { toast, toastError, usePagedList } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ItemActions, ItemsClient } from '#plugins/workspace/items/web/kit/index.ts';
import type { BoxChange } from '../../common/box-change.ts';
import type { ObjectChange } from '../../common/object-change.ts';
import type { OpenSuggestion, SuggestionRef, SuggestionSet } from '../../common/suggestion-api.ts';
import { MOST_SUGGESTED, SUGGESTION_PAGE } from '../../common/suggestion-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';
import type { FoundObject } from '../objects/use-found-objects.ts';
import { withItems } from '../objects/with-items.ts';

/** A suggested object or picture, and its item. */
export interface SuggestedObject extends FoundObject {
  readonly score: number;
}

/** The key of all layers of suggestions of a project; changes of items invalidate it too. */
export const suggestionsKey = (projectId: number): readonly unknown[] =>
  itemKeys.dependent('explore', projectId, 'suggestions');

/** The layers of suggestions of a project, newest first. */
export function useSuggestionSets(projectId: number, enabled: boolean): UseQueryResult<readonly SuggestionSet[]> {
  const { suggestions } = useService(ExploreClient);
  return useQuery({
    queryKey: [...suggestionsKey(projectId), 'sets'],
    queryFn: async ({ signal }): Promise<readonly SuggestionSet[]> =>
      (await suggestions.listSuggestionSets({ query: { project_id: projectId, limit: 100 }, signal })).data,
    enabled,
  });
}

/** One layer with its counts. */
export function useSuggestionSet(projectId: number, id: number): UseQueryResult<SuggestionSet> {
  const { suggestions } = useService(ExploreClient);
  return useQuery({
    queryKey: [...suggestionsKey(projectId), id, 'set'],
    queryFn: async ({ signal }) =>
      (
        await suggestions.getSuggestions({
          params: { suggestion_set_id: id },
          // Behind the last one: the counts alone.
          query: { project_id: projectId, offset: MOST_SUGGESTED },
          signal,
        })
      ).set,
  });
}

/** Holds the open suggestions of a layer that are on screen. `least` is the smallest likeness, up to 1. */
export function useOpenSuggestions(projectId: number, id: number, least: number): PagedList<SuggestedObject> {
  const { suggestions } = useService(ExploreClient);
  const { items } = useService(ItemsClient);
  return usePagedList<SuggestedObject>(
    [...suggestionsKey(projectId), id, least, 'list'],
    async ({ offset, signal }) => {
      const { data: found, count } = await suggestions.getSuggestions({
        params: { suggestion_set_id: id },
        query: { project_id: projectId, offset, least },
        signal,
      });
      return { data: await withItems(items, projectId, found, signal), count };
    },
    SUGGESTION_PAGE,
  );
}

/** Accepts and rejects suggestions. Each is one step, and can be taken back as one. */
export function useSuggestionAnswers(projectId: number): {
  readonly accept: (set: SuggestionSet, open: readonly OpenSuggestion[]) => Promise<void>;
  readonly reject: (set: SuggestionSet, open: readonly OpenSuggestion[]) => Promise<void>;
  /** All open suggestions of at least a likeness. */
  readonly open: (set: SuggestionSet, least: number) => Promise<readonly OpenSuggestion[]>;
} {
  const actions = useService(ItemActions);
  const { suggestions } = useService(ExploreClient);
  const queries = useQueryClient();
  const mark = async (id: number, refs: readonly SuggestionRef[], rejected: boolean): Promise<void> => {
    await suggestions.rejectSuggestions({
      params: { suggestion_set_id: id },
      query: { project_id: projectId },
      body: { suggestions: [...refs], rejected },
    });
    await queries.invalidateQueries({ queryKey: suggestionsKey(projectId) });
  };
  return {
    async accept({ kind, class_id: classId }, open) {
      if (open.length === 0) return;
      await actions.change(
        projectId,
        { ids: new Set(open.map(each => each.item_id)) },
        kind === 'tag'
          ? { kind, value: { class_id: classId } }
          : kind === 'box'
            ? { kind: 'boxes', value: boxesOf(classId, open) }
            : { kind: 'objects', value: { objects: objectsOf(open), class_id: classId } },
        true,
      );
    },
    async reject({ id }, open) {
      if (open.length === 0) return;
      const refs = open.map(({ item_id, id: own }) => ({ item_id, id: own }));
      try {
        await mark(id, refs, true);
        toast(messages.suggestionView.rejected(refs.length), {
          tone: 'success',
          undo: () => void mark(id, refs, false).catch(toastError),
        });
      } catch (error) {
        toastError(error);
      }
    },
    open: async ({ id }, least) =>
      (
        await suggestions.openSuggestions({
          params: { suggestion_set_id: id },
          query: { project_id: projectId, least },
        })
      ).data,
  };
}

/** The ids of objects by their items. */
function objectsOf(open: readonly OpenSuggestion[]): ObjectChange['objects'] {
  const byItem = new Map<number, string[]>();
  for (const { item_id: item, id } of open) byItem.set(item, [...(byItem.get(item) ?? []), id]);
  return [...byItem].map(([item_id, ids]) => ({ item_id, ids }));
}

const boxesOf = (classId: number, open: readonly OpenSuggestion[]): BoxChange => ({
  class_id: classId,
  boxes: open.flatMap(({ item_id, id, box }) => (box === undefined ? [] : [{ item_id, id, ...box }])),
});
