import { z } from '#core/api/common/index.ts';

export const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
export const BULK_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';

/** Most operations, and most bytes, of one request in bulk. */
export const BULK_OPERATIONS = 1000;
export const BULK_BYTES = 1024 * 1024;

/** Results of a request in bulk (RFC 7644, section 3.7.3). */
export const bulkResponse = z.object({
  schemas: z.array(z.string()),
  Operations: z.array(
    z.object({
      method: z.string(),
      bulkId: z.string().optional(),
      /** Address of the resource; absent when a POST failed. */
      location: z.string().optional(),
      status: z.string(),
      /** Why an operation failed. */
      response: z.looseObject({}).optional(),
    }),
  ),
});
export type BulkResponse = z.output<typeof bulkResponse>;
export type BulkResult = BulkResponse['Operations'][number];
