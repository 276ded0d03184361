import type { Handlers } from '#core/api/server/index.ts';
import type { suggestionApi } from '../../common/suggestion-api.ts';
import type { SuggestionSets } from './suggestion-sets.ts';

/** Calls about layers of suggested classes. */
export function suggestionHandlers(sets: SuggestionSets): Handlers<typeof suggestionApi> {
  return {
    createSuggestions: ({ query, body }, context) =>
      sets.create(context, query.project_id, {
        itemId: body.item_id,
        position: body.position,
        classId: body.class_id,
        limit: body.limit,
        pictures: body.pictures,
      }),
    listSuggestionSets: ({ query }, context) => sets.list(context, query.project_id, query),
    getSuggestions: ({ params, query }, context) =>
      sets.page(context, query.project_id, params.suggestion_set_id, query),
    openSuggestions: async ({ params, query }, context) => ({
      data: await sets.open(context, query.project_id, params.suggestion_set_id, query.least),
    }),
    rejectSuggestions: ({ params, query, body }, context) =>
      sets.reject(context, query.project_id, params.suggestion_set_id, body.suggestions, body.rejected),
    async deleteSuggestionSet({ params, query }, context) {
      await sets.delete(context, query.project_id, params.suggestion_set_id);
      return { success: true };
    },
  };
}
