import type { ScimGroup, ScimUser } from '../common/scim-shapes.ts';
import { GROUP_SCHEMA, USER_SCHEMA } from '../common/scim-shapes.ts';
import type { AccountRow } from './directory-accounts.ts';
import type { GroupRow, Membership } from './directory-groups.ts';

/** Shows accounts and groups as SCIM resources; `base` is the address of the organization's SCIM server. */
export class ScimViews {
  constructor(private readonly base: string) {}

  user(row: AccountRow, memberships: readonly Membership[]): ScimUser {
    const { givenName = '', familyName = '', displayName, title, email } = row.attributes;
    return {
      schemas: [USER_SCHEMA],
      id: row.id,
      ...(row.external_id === null ? {} : { externalId: row.external_id }),
      userName: row.user_name,
      name: { givenName, familyName, formatted: `${givenName} ${familyName}`.trim() },
      ...(displayName === undefined ? {} : { displayName }),
      ...(title === undefined ? {} : { title }),
      active: row.active,
      emails: [{ value: email, type: 'work', primary: true }],
      groups: memberships
        .filter(each => each.account_id === row.id)
        .map(each => ({
          value: each.group_id,
          display: each.group_name,
          $ref: `${this.base}/Groups/${each.group_id}`,
        })),
      meta: this.#meta('User', row),
    };
  }

  /** Without `memberships` the members are left out. */
  group(row: GroupRow, memberships: readonly Membership[] | undefined): ScimGroup {
    return {
      schemas: [GROUP_SCHEMA],
      id: row.id,
      ...(row.external_id === null ? {} : { externalId: row.external_id }),
      displayName: row.name,
      ...(memberships === undefined
        ? {}
        : {
            members: memberships
              .filter(each => each.group_id === row.id)
              .map(each => ({
                value: each.account_id,
                display: each.user_name,
                $ref: `${this.base}/Users/${each.account_id}`,
              })),
          }),
      meta: this.#meta('Group', row),
    };
  }

  /** Returns the address of a resource; `kind` is Users or Groups. */
  location(kind: string, id: string): string {
    return `${this.base}/${kind}/${id}`;
  }

  #meta(
    resourceType: 'User' | 'Group',
    row: { readonly id: string; readonly created_at: Date; readonly updated_at: Date },
  ): ScimUser['meta'] {
    return {
      resourceType,
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: this.location(`${resourceType}s`, row.id),
    };
  }
}
