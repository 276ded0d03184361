import { BYTES, defineApi, flag, id, page, paged, success, z } from '#core/api/common/index.ts';
import { attributeGroupTypes } from './annotation-class.ts';
import { classShapes } from './class-shapes.ts';

export const attribute = z.object({
  id: z.int(),
  group_id: z.int(),
  project_id: z.int(),
  name: z.string(),
  default: z.union([z.literal(0), z.literal(1)]),
  order: z.int(),
  count: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const attributeGroup = z.object({
  id: z.int(),
  class_id: z.int(),
  name: z.string(),
  group_type: z.enum(attributeGroupTypes),
  isRequired: z.boolean(),
  default_value: z.union([z.string(), z.number(), z.array(z.string()), z.null()]),
  /** Absent for groups that are always asked. */
  shown_when: z.object({ group: z.string(), values: z.array(z.string()) }).optional(),
  order: z.int(),
  attributes: z.array(attribute),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const annotationClass = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  color: z.string(),
  type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Shapes that its objects may have; absent when all may be. */
  shapes: z.array(z.enum(classShapes)).optional(),
  order: z.int(),
  count: z.int(),
  attribute_groups: z.array(attributeGroup),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Counts of the uses of a class. */
export const classUses = z.object({
  class_id: z.int(),
  /** Instances, tags and relationships included. */
  objects: z.int(),
  /** Items that have such an instance; deleted ones are left out. */
  items: z.int(),
});
export type ClassUses = Omit<z.output<typeof classUses>, 'class_id'>;

const ofProject = z.looseObject({ project_id: id });

/**
 * Classes as the public client sends and reads them, and what our own screens need besides. Lists travel loose and are
 * read by `readClasses`, whose texts name every problem at once.
 */
export const classesApi = defineApi({
  service: 'main',
  operations: {
    list: {
      method: 'GET',
      path: '/classes',
      summary: 'Classes of a project in display order',
      access: 'ViewItem',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id, name: z.string().optional(), pattern: flag.optional(), ...page }),
      reply: paged(annotationClass),
    },
    create: {
      method: 'POST',
      path: '/classes',
      summary: 'Make classes, up to 500 a call; all problems are reported at once',
      access: 'CreateClass',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: '500 classes with their attributes',
      project: 'query.project_id',
      query: ofProject,
      body: z.looseObject({ classes: z.array(z.unknown()).max(500) }),
      reply: z.array(annotationClass),
    },
    reorder: {
      method: 'PUT',
      path: '/classes',
      summary: 'Put classes in this order; those not named follow',
      access: 'ReorderClass',
      project: 'query.project_id',
      query: ofProject,
      body: z.strictObject({ ids: z.array(z.int().positive()).max(1000) }),
      reply: z.array(annotationClass),
    },
    reverse: {
      method: 'PUT',
      path: '/classes/reverse',
      summary: 'Turn the order round',
      access: 'ReorderClass',
      project: 'query.project_id',
      query: ofProject,
      body: z.strictObject({}),
      reply: z.array(annotationClass),
    },
    nameExists: {
      method: 'GET',
      path: '/class/nameExists',
      summary: 'Whether a class has this name, in any case of letters',
      access: 'ViewItem',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id, name: z.string(), except: id.optional() }),
      reply: z.object({ exists: z.boolean(), valid: z.boolean(), reason: z.string().optional() }),
    },
    get: {
      method: 'GET',
      path: '/class/:class_id',
      summary: 'One class',
      access: 'ViewItem',
      project: 'query.project_id',
      params: z.strictObject({ class_id: id }),
      query: ofProject,
      reply: annotationClass,
    },
    countUses: {
      method: 'GET',
      path: '/api/v1/project/:project_id/classes/uses',
      summary: 'How many objects have each class, and in how many items; classes without objects are left out',
      access: 'UpdateClass',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      reply: z.object({ data: z.array(classUses) }),
    },
    update: {
      method: 'PUT',
      path: '/class/:class_id',
      summary: 'Replace a class; groups and values with an id keep it',
      access: 'UpdateClass',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'A class with all its attributes',
      project: 'query.project_id',
      params: z.strictObject({ class_id: id }),
      query: ofProject,
      body: z.looseObject({ name: z.unknown() }),
      reply: annotationClass,
    },
    remove: {
      method: 'DELETE',
      path: '/class/:class_id',
      summary: 'Delete a class; its instances become unclassified',
      access: 'DeleteClass',
      project: 'query.project_id',
      params: z.strictObject({ class_id: id }),
      query: ofProject,
      reply: success,
    },
    restore: {
      method: 'POST',
      path: '/api/v1/project/:project_id/classes/:class_id/restore',
      summary: 'Bring a deleted class back',
      access: 'DeleteClass',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, class_id: id }),
      body: z.strictObject({}),
      reply: annotationClass,
    },
    merge: {
      method: 'POST',
      path: '/api/v1/project/:project_id/classes/merge',
      summary: 'Merge classes as a job: their objects get another class, and they are deleted',
      access: 'DeleteClass',
      project: 'params.project_id',
      status: 202,
      params: z.strictObject({ project_id: id }),
      body: z.strictObject({ ids: z.array(z.int().positive()).min(1).max(1000), into: z.int().positive() }),
      reply: z.object({ job_id: z.string() }),
    },
    importFile: {
      method: 'POST',
      path: '/api/v1/project/:project_id/classes/import',
      summary: 'Make the classes of a classes.json; names that exist are skipped',
      access: 'CreateClass',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      body: z.unknown(),
      reply: z.object({ created: z.array(annotationClass), skipped: z.array(z.string()) }),
    },
    download: {
      method: 'GET',
      path: '/api/v1/project/:project_id/classes.json',
      summary: 'The classes as classes.json',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      reply: BYTES,
    },
  },
});
