import type { Handlers } from '#core/api/server/index.ts';
import type { templatesApi } from '../common/api.ts';
import type { Templates } from './templates.ts';

/** Handlers of the calls about skeleton templates. */
export function templatesHandlers(templates: Templates): Handlers<typeof templatesApi> {
  return {
    listTemplates: async (_, context) => ({ data: await templates.list(context) }),
    createTemplate: ({ body }, context) => templates.create(context, body),
    updateTemplate: ({ params, body }, context) => templates.update(context, params.template_id, body),
    async deleteTemplate({ params }, context) {
      await templates.remove(context, params.template_id);
      return { success: true };
    },
  };
}
