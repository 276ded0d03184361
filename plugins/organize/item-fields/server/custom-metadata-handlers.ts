import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { customMetadataApi } from '../common/api.ts';
import type { CustomMetadata, ValuesWritten } from './custom-metadata.ts';

const answer = ({ succeeded, failed }: ValuesWritten): { succeeded_items: string[]; failed_items: string[] } => ({
  succeeded_items: [...succeeded],
  failed_items: [...failed],
});

/** Calls about custom metadata. */
export function customMetadataHandlers(metadata: CustomMetadata): Handlers<typeof customMetadataApi> {
  const whole = async (context: RequestContext, projectId: number): Promise<Record<string, unknown>> =>
    Object.fromEntries(await metadata.schema(context, projectId));
  return {
    async createFields({ query, body }, context) {
      await metadata.create(context, query.project_id, Object.entries(body.data));
      return whole(context, query.project_id);
    },
    getFields: ({ query }, context) => whole(context, query.project_id),
    countValues: async ({ query }, context) => Object.fromEntries(await metadata.counts(context, query.project_id)),
    async deleteFields({ query, body }, context) {
      await metadata.remove(context, query.project_id, body.custom_fields);
      return whole(context, query.project_id);
    },
    setValues: async ({ query, body }, context) =>
      answer(await metadata.fill(context, query.project_id, query.folder_id, Object.entries(body.data))),
    emptyValues: async ({ query, body }, context) =>
      answer(await metadata.empty(context, query.project_id, query.folder_id, Object.entries(body.data))),
    async getValues({ query, body }, context) {
      const values = await metadata.visible(context, query.project_id, body.item_id);
      // The contract wants a key for every id asked.
      return Object.fromEntries(body.item_id.map(id => [String(id), values.has(id) ? [{ ...values.get(id)! }] : []]));
    },
  };
}
