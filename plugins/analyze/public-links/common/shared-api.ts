import { defineApi, id, z } from '#core/api/common/index.ts';

const numbers = z.array(z.number());
const outline = z.object({ rings: z.array(numbers), lines: z.array(numbers), dots: numbers });

const sharedItem = z.object({ id: z.int(), name: z.string(), thumbnail: z.string().nullable() });
export type SharedItem = z.output<typeof sharedItem>;

const sharedObject = z.object({
  id: z.string(),
  class: z.string().nullable(),
  color: z.string(),
  /** In pixels of the upright picture; null when the object is no shape. */
  outline: outline.nullable(),
  values: z.array(z.object({ group: z.string(), value: z.string() })),
});
export type SharedObject = z.output<typeof sharedObject>;

const openedItem = sharedItem.extend({
  picture: z.string().nullable(),
  /** Painted classes as a picture over the picture, in projects of pixel annotations. */
  mask: z.string().nullable(),
  /** Pixels of the upright picture. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  objects: z.array(sharedObject),
});
export type OpenedSharedItem = z.output<typeof openedItem>;

/** Reads with a Public token, `Authorization: Public {token}`. Nothing else accepts one. */
export const sharedApi = defineApi({
  service: 'main',
  operations: {
    getShare: {
      method: 'GET',
      path: '/api/v1/public/share',
      summary: 'The name and owner of what a public link shows',
      access: 'public',
      signed: true,
      reply: z.object({
        kind: z.enum(['project', 'subset', 'item']),
        name: z.string(),
        team: z.string(),
        itemId: z.int().nullable(),
      }),
    },
    unlockShare: {
      method: 'POST',
      path: '/api/v1/public/unlock',
      summary: 'Give the password of a public link and receive a pass for twelve hours',
      access: 'public',
      signed: true,
      reads: true,
      body: z.strictObject({ password: z.string().max(200) }),
      reply: z.object({ pass: z.string() }),
    },
    listSharedItems: {
      method: 'GET',
      path: '/api/v1/public/items',
      summary: 'Items that a public link shows, by name; `after` is the last id of the page before',
      access: 'public',
      signed: true,
      query: z.strictObject({
        after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
        limit: z.coerce.number().int().min(1).max(100).default(60),
      }),
      reply: z.object({ data: z.array(sharedItem), more: z.boolean() }),
    },
    getSharedItem: {
      method: 'GET',
      path: '/api/v1/public/items/:item_id',
      summary: 'One item that a public link shows, with its annotations and without people and comments',
      access: 'public',
      signed: true,
      params: z.strictObject({ item_id: id }),
      reply: openedItem,
    },
  },
});
