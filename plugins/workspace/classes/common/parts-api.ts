import { defineApi, id, success, z } from '#core/api/common/index.ts';
import { annotationClass, attribute, attributeGroup } from './api.ts';

const ofProject = z.looseObject({ project_id: id });
const ofPart = z.strictObject({ id });
const group = z
  .looseObject({
    name: z.unknown(),
    group_type: z.unknown(),
    isRequired: z.unknown(),
    default_value: z.unknown(),
    attributes: z.unknown(),
  })
  .partial();
const value = z.looseObject({ name: z.unknown(), default: z.unknown() }).partial();

/** Single attribute groups and values. Lists are loose and read like classes. */
export const classPartsApi = defineApi({
  service: 'main',
  operations: {
    createGroup: {
      method: 'POST',
      path: '/attribute-group',
      summary: 'Add an attribute group to a class',
      access: 'CreateAttributeGroup',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'A group with all its attributes',
      project: 'query.project_id',
      status: 201,
      query: ofProject,
      body: group.extend({ class_id: z.int().positive() }),
      reply: attributeGroup,
    },
    updateGroup: {
      method: 'PUT',
      path: '/attribute-group/:id',
      summary: 'Change an attribute group; values with an id keep it',
      access: 'UpdateAttributeGroup',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'A group with all its attributes',
      project: 'query.project_id',
      params: ofPart,
      query: ofProject,
      body: group,
      reply: attributeGroup,
    },
    removeGroup: {
      method: 'DELETE',
      path: '/attribute-group/:id',
      summary: 'Delete an attribute group with its values',
      access: 'DeleteAttributeGroup',
      project: 'query.project_id',
      params: ofPart,
      query: ofProject,
      reply: success,
    },
    createAttribute: {
      method: 'POST',
      path: '/attribute',
      summary: 'Add a value to an attribute group',
      access: 'CreateAttribute',
      project: 'query.project_id',
      status: 201,
      query: ofProject,
      body: value.extend({ group_id: z.int().positive() }),
      reply: attribute,
    },
    updateAttribute: {
      method: 'PUT',
      path: '/attribute/:id',
      summary: 'Rename a value or make it a default',
      access: 'UpdateAttribute',
      project: 'query.project_id',
      params: ofPart,
      query: ofProject,
      body: value,
      reply: attribute,
    },
    removeAttribute: {
      method: 'DELETE',
      path: '/attribute/:id',
      summary: 'Delete a value',
      access: 'DeleteAttribute',
      project: 'query.project_id',
      params: ofPart,
      query: ofProject,
      reply: success,
    },
  },
});

const { type: _type, attribute_groups: _groups, ...columns } = annotationClass.shape;
const { isRequired: _required, ...groupColumns } = attributeGroup.shape;
const workClass = z.object({
  ...columns,
  type: z.string(),
  attributeGroups: z.array(z.object({ ...groupColumns, is_required: z.boolean() })),
});

/** A class in the spelling of the work-management service. */
export const workClassesApi = defineApi({
  service: 'work-management',
  operations: {
    patchClass: {
      method: 'PATCH',
      path: '/api/v1/classes/:class_id',
      summary: 'Replace a class; groups and values with an id keep it, those not named go',
      access: 'UpdateClass',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'A class with all its attributes',
      project: 'context',
      params: z.strictObject({ class_id: id }),
      body: z.looseObject({}),
      reply: z.object({ data: workClass }),
    },
  },
});
