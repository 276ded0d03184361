import { defineApi, id, z } from '#core/api/common/index.ts';
import type { Instance } from '../document.ts';
import { revision, saved, savedEdits } from '../save-schema.ts';
import { TOP_LEVEL } from './object-cells.ts';

const ofItem = z.strictObject({ project_id: id, item_id: id });
const objectId = z.string().min(1).max(200);
const at = z.coerce.number().int().min(0).max(65_535);

// Objects were checked when they were stored.
const instance = z.unknown() as z.ZodType<Instance>;

/** An object, and its place in the drawing order of the document: larger ones are above. */
const placedObject = z.object({ place: z.number(), instance });
export type PlacedObject = z.output<typeof placedObject>;

/** Number of objects in a square of a crowded cell; the place is the corner with the smallest coordinates, in pixels. */
const objectCount = z.object({ x: z.number(), y: z.number(), count: z.int() });

const objectCell = z.object({
  revision,
  /** Objects with their centre in the cell. */
  count: z.int(),
  /** All objects of the cell; of a crowded one those that are large in it. */
  objects: z.array(placedObject),
  /** True where so many objects of other cells reach into this one that some of them are left out. */
  incomplete: z.boolean(),
  /** Counts by squares of an eighth of the cell; null where all objects are answered. */
  squares: z.array(objectCount).nullable(),
});
export type ObjectCellView = z.output<typeof objectCell>;

const objectEntry = z.object({
  id: z.string(),
  type: z.string(),
  class_id: z.int(),
  place: z.number(),
  /** Bounds in pixels of the image; null for objects without a place, such as tags. */
  bounds: z.object({ minX: z.number(), minY: z.number(), maxX: z.number(), maxY: z.number() }).nullable(),
  /** True disapproved, false approved, null undecided. */
  error: z.boolean().nullable(),
});
export type ObjectEntry = z.output<typeof objectEntry>;

/** Calls of documents whose objects are loaded by viewport. */
export const largeDocumentApi = defineApi({
  service: 'main',
  operations: {
    getObjectCell: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/annotation/objects/:level/:column/:row',
      summary: 'Objects of one cell of a large image, or how many are where in it',
      access: 'ViewItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem.extend({ level: z.coerce.number().int().min(0).max(TOP_LEVEL), column: at, row: at }),
      reply: objectCell,
    },
    listObjects: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/annotation/objects',
      summary: 'Objects of a large document, a page at a time',
      access: 'ViewItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem,
      query: z.strictObject({
        class_id: z.coerce.number().int().min(-1).optional(),
        review: z.enum(['approved', 'disapproved', 'undecided']).optional(),
        /** Part of an id or of an attribute's value. */
        search: z.string().max(200).optional(),
        /** Place of the last object of the page before. */
        after: z.coerce.number().optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
      reply: z.object({ data: z.array(objectEntry), count: z.int() }),
    },
    readObjects: {
      method: 'POST',
      path: '/api/v1/project/:project_id/item/:item_id/annotation/objects/read',
      summary: 'Objects of a large document by their ids; those that are gone are left out',
      access: 'ViewItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem,
      body: z.strictObject({ ids: z.array(objectId).max(20_000) }),
      reply: z.object({ revision, objects: z.array(placedObject) }),
    },
    saveObjects: {
      method: 'PATCH',
      path: '/api/v1/project/:project_id/item/:item_id/annotation/objects',
      summary: 'Store changes of single objects of a large document, once per operation',
      access: 'AnnotateItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem,
      body: savedEdits,
      bodyLimit: 32 * 1024 * 1024,
      bodyReason: 'The changed objects of a large item',
      reply: saved,
    },
  },
});
