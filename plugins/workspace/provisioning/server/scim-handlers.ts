import type { CallExtras, Handlers, RequestContext } from '#core/api/server/index.ts';
import type { scimApi } from '../common/scim-api.ts';
import { BULK_BYTES, BULK_OPERATIONS } from '../common/scim-bulk-shapes.ts';
import type { ScimGroup, ScimUser } from '../common/scim-shapes.ts';
import { GROUP_SCHEMA, LIST_SCHEMA, USER_SCHEMA } from '../common/scim-shapes.ts';
import type { AccountRow, ScimPage } from './directory-accounts.ts';
import type { GroupRow } from './directory-groups.ts';
import type { DirectoryTokens } from './directory-tokens.ts';
import { runBulk } from './scim-bulk.ts';
import { asScim } from './scim-faults.ts';
import { ScimViews } from './scim-views.ts';
import type { ScimPlace, ScimWriteServices } from './scim-writes.ts';
import { ScimWrites } from './scim-writes.ts';

export interface ScimServices extends ScimWriteServices {
  readonly tokens: DirectoryTokens;
  readonly publicUrl: string;
}

/** Resources of one page at most, and when the client names no number. */
const MOST = 200;
const USUAL = 100;

export const scimBase = (publicUrl: string, organizationId: number): string => `${publicUrl}/scim/v2/${organizationId}`;

interface AskedPage {
  readonly filter?: string | undefined;
  readonly startIndex?: number | undefined;
  readonly count?: number | undefined;
}

const whole = (value: number | undefined, otherwise: number): number =>
  value === undefined || !Number.isFinite(value) ? otherwise : Math.trunc(value);

/** Reads the page a client asks for; numbers out of range become the nearest one in it, as RFC 7644 asks. */
const pageOf = ({ filter, startIndex, count }: AskedPage): ScimPage => ({
  filter: filter === undefined || filter.trim() === '' ? undefined : filter,
  start: Math.min(Math.max(whole(startIndex, 1), 1), 1_000_000),
  count: Math.min(Math.max(whole(count, USUAL), 0), MOST),
});

const leavesOutMembers = (excluded: string | undefined): boolean =>
  (excluded ?? '').split(',').some(each => each.trim().toLowerCase() === 'members');

/** Handlers of SCIM 2.0. Each call proves itself by the token of the directory of its organization. */
export function scimHandlers(services: ScimServices): Handlers<typeof scimApi> {
  const { tokens, accounts, groups, publicUrl } = services;
  const writes = new ScimWrites(services);

  const ask = async <T>(
    call: { readonly params: { readonly organization_id: number } } & CallExtras,
    work: (organizationId: number, views: ScimViews) => Promise<T>,
  ): Promise<T> =>
    asScim(async () => {
      const { organization_id: id } = call.params;
      await tokens.demand(call.headers.authorization, id);
      const answer = await work(id, new ScimViews(scimBase(publicUrl, id)));
      call.setHeader('content-type', 'application/scim+json; charset=utf-8');
      return answer;
    });
  const userView = async (organizationId: number, row: AccountRow, views: ScimViews): Promise<ScimUser> =>
    views.user(row, await groups.memberships(organizationId, { accounts: [row.id] }));
  const groupView = async (
    organizationId: number,
    row: GroupRow,
    views: ScimViews,
    excluded?: string,
  ): Promise<ScimGroup> =>
    views.group(
      row,
      leavesOutMembers(excluded) ? undefined : await groups.memberships(organizationId, { groups: [row.id] }),
    );
  const write = async <T>(
    call: { readonly params: { readonly organization_id: number } } & CallExtras,
    context: RequestContext,
    work: (place: ScimPlace) => Promise<T>,
  ): Promise<T> => ask(call, (organizationId, views) => work({ context, organizationId, views }));
  return {
    scimConfig: call =>
      ask(call, async () => ({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
        patch: { supported: true },
        bulk: { supported: true, maxOperations: BULK_OPERATIONS, maxPayloadSize: BULK_BYTES },
        filter: { supported: true, maxResults: MOST },
        changePassword: { supported: false },
        sort: { supported: false },
        etag: { supported: false },
        authenticationSchemes: [
          { type: 'oauthbearertoken', name: 'Token of the directory', description: 'Authorization: Bearer TOKEN' },
        ],
      })),
    scimResourceTypes: call =>
      ask(call, async () => ({
        schemas: [LIST_SCHEMA],
        totalResults: 2,
        startIndex: 1,
        itemsPerPage: 2,
        Resources: [
          { id: 'User', name: 'User', endpoint: '/Users', schema: USER_SCHEMA },
          { id: 'Group', name: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA },
        ].map(each => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'], ...each })),
      })),
    scimListUsers: call =>
      ask(call, async (id, views) => {
        const page = pageOf(call.query);
        const { rows, total } = await accounts.list(id, page);
        const memberships = await groups.memberships(id, { accounts: rows.map(each => each.id) });
        return {
          schemas: [LIST_SCHEMA],
          totalResults: total,
          startIndex: page.start,
          itemsPerPage: rows.length,
          Resources: rows.map(each => views.user(each, memberships)),
        };
      }),
    scimCreateUser: (call, context) => write(call, context, place => writes.createUser(place, call.body)),
    scimGetUser: call =>
      ask(call, async (id, views) => userView(id, await accounts.get(id, call.params.scim_user_id), views)),
    scimReplaceUser: (call, context) =>
      write(call, context, place => writes.replaceUser(place, call.params.scim_user_id, call.body)),
    scimPatchUser: (call, context) =>
      write(call, context, place => writes.patchUser(place, call.params.scim_user_id, call.body)),
    scimDeleteUser: (call, context) =>
      write(call, context, async place => {
        await writes.deleteUser(place, call.params.scim_user_id);
        return {};
      }),
    scimListGroups: call =>
      ask(call, async (id, views) => {
        const page = pageOf(call.query);
        const { rows, total } = await groups.list(id, page);
        const memberships = leavesOutMembers(call.query.excludedAttributes)
          ? undefined
          : await groups.memberships(id, { groups: rows.map(each => each.id) });
        return {
          schemas: [LIST_SCHEMA],
          totalResults: total,
          startIndex: page.start,
          itemsPerPage: rows.length,
          Resources: rows.map(each => views.group(each, memberships)),
        };
      }),
    scimCreateGroup: (call, context) => write(call, context, place => writes.createGroup(place, call.body)),
    scimGetGroup: call =>
      ask(call, async (id, views) =>
        groupView(id, await groups.get(id, call.params.scim_group_id), views, call.query.excludedAttributes),
      ),
    scimReplaceGroup: (call, context) =>
      write(call, context, place => writes.replaceGroup(place, call.params.scim_group_id, call.body)),
    scimPatchGroup: (call, context) =>
      write(call, context, place => writes.patchGroup(place, call.params.scim_group_id, call.body)),
    scimDeleteGroup: (call, context) =>
      write(call, context, async place => {
        await writes.deleteGroup(place, call.params.scim_group_id);
        return {};
      }),
    scimBulk: (call, context) => write(call, context, place => runBulk(writes, place, call.body)),
  };
}
