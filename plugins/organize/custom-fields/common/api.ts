import { defineApi, id, listQuery, paged, success, z } from '#core/api/common/index.ts';
import { entityPairs, template, templateChange, templateDraft } from './template.ts';

const pair = { entity: z.enum(['Project', 'Contributor']), parentEntity: z.enum(['Team', 'Project']) };
const ofPair = z
  .looseObject(pair)
  .refine(
    each => (entityPairs as readonly string[]).includes(`${each.entity}/${each.parentEntity}`),
    'Project has custom fields in a Team, Contributor in a Team or a Project',
  );
const one = z.strictObject({ id });
const values = z.looseObject({
  custom_field_values: z.record(z.string().regex(/^\d{1,10}$/, 'must be the id of a custom field'), z.unknown()),
});
const stamps = { createdAt: z.string().optional(), updatedAt: z.string().optional() };
const valued = z.looseObject({
  id: z.int(),
  ...stamps,
  userPermissions: z.array(z.looseObject(stamps)).optional(),
  customField: z.object({ custom_field_values: z.record(z.string(), z.unknown()) }).nullable(),
});
const query = z.looseObject({});

/** Custom fields and their values. */
export const customFieldsApi = defineApi({
  service: 'work-management',
  operations: {
    listTemplates: {
      method: 'GET',
      path: '/api/v1/customfieldtemplates',
      summary: 'Custom fields of projects or people',
      access: 'team-member',
      query: ofPair,
      reply: z.object({ data: z.array(template) }),
    },
    createTemplate: {
      method: 'POST',
      path: '/api/v1/customfieldtemplates',
      summary: 'Add a custom field',
      access: 'ManageCustomFieldTemplates',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: '500 options',
      status: 201,
      query: ofPair,
      body: templateDraft,
      reply: template,
    },
    updateTemplate: {
      method: 'PATCH',
      path: '/api/v1/customfieldtemplates/:id',
      summary: 'Change name, options or access of a custom field; its kind stays',
      access: 'ManageCustomFieldTemplates',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: '500 options',
      params: one,
      query,
      body: templateChange,
      reply: template,
    },
    deleteTemplate: {
      method: 'DELETE',
      path: '/api/v1/customfieldtemplates/:id',
      summary: 'Delete a custom field with its values',
      access: 'ManageCustomFieldTemplates',
      params: one,
      query,
      reply: success,
    },
    templateUsage: {
      method: 'GET',
      path: '/api/v1/customfieldtemplates/:id/usage',
      summary: 'How many values a custom field has',
      access: 'ManageCustomFieldTemplates',
      params: one,
      reply: z.object({ values: z.int() }),
    },
    reorderTemplates: {
      method: 'POST',
      path: '/api/v1/customfieldtemplates/reorder',
      summary: 'Put custom fields in an order; those not named come after',
      access: 'ManageCustomFieldTemplates',
      query: ofPair,
      body: z.strictObject({ template_ids: z.array(id).min(1).max(100) }),
      reply: success,
    },
    listEntities: {
      method: 'GET',
      path: '/api/v1/customentities',
      summary: 'Projects or people with their custom values, by a query string',
      access: 'team-member',
      query: ofPair.safeExtend(listQuery),
      reply: paged(valued),
    },
    getEntity: {
      method: 'GET',
      path: '/api/v1/customentities/:id',
      summary: 'The custom values of one project or person',
      access: 'team-member',
      params: one,
      query: ofPair,
      reply: z.object({ customField: z.object({ custom_field_values: z.record(z.string(), z.unknown()) }).nullable() }),
    },
    replaceEntity: {
      method: 'POST',
      path: '/api/v1/customentities',
      summary: 'Set all custom values of one project or person; those not named are cleared',
      access: 'team-member',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: 'Long texts',
      query: ofPair,
      body: z.looseObject({ id: z.int().positive(), customField: values }),
      reply: valued,
    },
    patchEntity: {
      method: 'PATCH',
      path: '/api/v1/customentities/:id',
      summary: 'Set some custom values; null clears one',
      access: 'team-member',
      params: one,
      query: ofPair,
      body: z.looseObject({ customField: values }),
      reply: valued,
    },
    searchEntities: {
      method: 'POST',
      reads: true,
      path: '/api/v1/customentities/search',
      summary: 'Projects or people with their custom values, by a body query',
      access: 'team-member',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Filters by the names of items',
      query: ofPair,
      body: z.looseObject({ query: query.optional() }),
      reply: paged(valued),
    },
    editEntities: {
      method: 'POST',
      path: '/api/v1/customentities/edit',
      summary: 'Change what a query finds: custom values, or permissions and categories of people by `action`',
      access: 'team-member',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Filters by the names of items',
      query: ofPair.safeExtend({ action: z.string().max(100).optional() }),
      body: z.looseObject({ query: query.optional(), body: query }),
      reply: z.object({ data: z.unknown() }),
    },
    editableFields: {
      method: 'POST',
      reads: true,
      path: '/api/v1/customentities/editable',
      summary: 'Ids of the custom fields whose values the caller may change on one project or person',
      access: 'team-member',
      query: ofPair,
      body: z.looseObject({ id: z.int().positive() }),
      reply: z.object({ data: z.array(z.object({ id: z.int() })) }),
    },
  },
});
