import type { Handlers } from '#core/api/server/index.ts';
import type { customViewApi } from '../common/api.ts';
import type { CustomViews } from './custom-views.ts';

export function customViewHandlers(views: CustomViews): Handlers<typeof customViewApi> {
  return {
    listViews: ({ query }, context) => views.list(context, query.key),
    saveView: ({ body }, context) => views.save(context, body),
    async deleteView({ params }, context) {
      await views.remove(context, params.view_id);
      return { success: true };
    },
  };
}
