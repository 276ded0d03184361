import { z } from '#core/api/common/index.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

const meta = z.object({
  resourceType: z.string(),
  created: z.string(),
  lastModified: z.string(),
  location: z.string(),
});

/** A person as SCIM 2.0 shows them (RFC 7643, section 4.1). */
export const scimUser = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  userName: z.string(),
  name: z.object({ givenName: z.string(), familyName: z.string(), formatted: z.string() }),
  displayName: z.string().optional(),
  title: z.string().optional(),
  active: z.boolean(),
  emails: z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() })),
  groups: z.array(z.object({ value: z.string(), display: z.string(), $ref: z.string() })),
  meta,
});
export type ScimUser = z.output<typeof scimUser>;

/** A group as SCIM 2.0 shows it (RFC 7643, section 4.2). */
export const scimGroup = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  displayName: z.string(),
  members: z.array(z.object({ value: z.string(), display: z.string(), $ref: z.string() })).optional(),
  meta,
});
export type ScimGroup = z.output<typeof scimGroup>;

export const listOf = <T extends z.ZodType>(
  resource: T,
): z.ZodObject<{
  schemas: z.ZodArray<z.ZodString>;
  totalResults: z.ZodInt;
  startIndex: z.ZodInt;
  itemsPerPage: z.ZodInt;
  Resources: z.ZodArray<T>;
}> =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  });
