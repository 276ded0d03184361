import { readBodyQuery, readQueryString } from '#core/api/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { customFieldsApi } from '../common/api.ts';
import type { EntityPair } from '../common/template.ts';
import type { CustomEntities } from './custom-entities.ts';
import type { EntitySearch } from './entity-search.ts';
import type { FieldTemplates } from './field-templates.ts';

const pairOf = ({ entity, parentEntity }: { readonly entity: string; readonly parentEntity: string }): EntityPair =>
  `${entity}/${parentEntity}` as EntityPair;

export function customFieldsHandlers(
  templates: FieldTemplates,
  entities: CustomEntities,
  found: EntitySearch,
): Handlers<typeof customFieldsApi> {
  return {
    listTemplates: async ({ query }, context) => ({
      data: [
        ...(await templates.all(
          context,
          pairOf(query),
          query.parentEntity === 'Project' ? context.scope.projectId : undefined,
        )),
      ],
    }),
    createTemplate: ({ query, body }, context) => templates.create(context, pairOf(query), body),
    updateTemplate: ({ params, body }, context) => templates.update(context, params.id, body),
    async deleteTemplate({ params }, context) {
      await templates.remove(context, params.id);
      return { success: true };
    },
    templateUsage: async ({ params }, context) => ({ values: await templates.usage(context, params.id) }),
    async reorderTemplates({ query, body }, context) {
      await templates.reorder(context, pairOf(query), body.template_ids);
      return { success: true };
    },
    async listEntities({ query }, context) {
      const pair = pairOf(query);
      return found.search(context, pair, readQueryString(query, await found.definition(context, pair)));
    },
    getEntity: async ({ params, query }, context) => ({
      customField: (await entities.get(context, pairOf(query), params.id)).customField,
    }),
    replaceEntity: async ({ query, body }, context) => ({
      ...(await entities.put(context, pairOf(query), body.id, body.customField.custom_field_values, true)),
    }),
    patchEntity: async ({ params, query, body }, context) => ({
      ...(await entities.put(context, pairOf(query), params.id, body.customField.custom_field_values)),
    }),
    async searchEntities({ query, body }, context) {
      const pair = pairOf(query);
      return found.search(context, pair, readBodyQuery(body.query ?? {}, await found.definition(context, pair)));
    },
    async editEntities({ query, body }, context) {
      const pair = pairOf(query);
      return {
        data: await entities.edit(
          context,
          pair,
          query.action,
          readBodyQuery(body.query ?? {}, await found.definition(context, pair)),
          body.body,
        ),
      };
    },
    editableFields: async ({ query, body }, context) => ({
      data: (await entities.editable(context, pairOf(query), body.id)).map(id => ({ id })),
    }),
  };
}
