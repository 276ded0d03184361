import { scimPatch } from 'scim-patch';
import type { ScimPatchOperation, ScimResource } from 'scim-patch';
import type { CallExtras, Handlers } from '#core/api/server/index.ts';
import type { People } from '#core/auth/server/index.ts';
import type { TeamPlacing } from '#plugins/workspace/single-sign-on/server/kit/index.ts';
import type { scimApi } from '../common/scim-api.ts';
import type { ScimGroup, ScimUser } from '../common/scim-shapes.ts';
import { GROUP_SCHEMA, LIST_SCHEMA, USER_SCHEMA } from '../common/scim-shapes.ts';
import type { AccountRow, DirectoryAccounts, ScimPage } from './directory-accounts.ts';
import type { DirectoryGroups, GroupRow } from './directory-groups.ts';
import type { DirectoryTokens } from './directory-tokens.ts';
import { patchOperations, readGroupPatch } from './group-patch.ts';
import { readBoolean, readGroup, readUser } from './read-resource.ts';
import { asScim, scimFault } from './scim-faults.ts';
import { ScimViews } from './scim-views.ts';

export interface ScimServices {
  readonly tokens: DirectoryTokens;
  readonly accounts: DirectoryAccounts;
  readonly groups: DirectoryGroups;
  readonly placing: TeamPlacing;
  readonly people: People;
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
  const { tokens, accounts, groups, placing, people, publicUrl } = services;

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
  /** Gives people the team roles of their groups, one after the other: each is a change of a team. */
  const place = async (organizationId: number, ids: ReadonlySet<string>): Promise<void> => {
    const memberships = await groups.memberships(organizationId, { accounts: [...ids] });
    for (const id of ids) {
      const { person_id } = await accounts.get(organizationId, id);
      const person = await people.byId(person_id);
      const names = memberships.filter(each => each.account_id === id).map(each => each.group_name);
      if (person !== undefined) await placing.apply(organizationId, person, names);
    }
  };
  const patchUser = async (
    organizationId: number,
    id: string,
    body: Readonly<Record<string, unknown>>,
    views: ScimViews,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const before = await accounts.get(organizationId, id);
    const { groups: _, ...resource } = views.user(before, []);
    const operations = patchOperations(body).map(each =>
      each.path?.toLowerCase() === 'active' ? { ...each, value: readBoolean(each.value, 'active') } : each,
    );
    try {
      return scimPatch(structuredClone(resource) as unknown as ScimResource, operations as ScimPatchOperation[], {
        mutateDocument: false,
      }) as unknown as Readonly<Record<string, unknown>>;
    } catch (error) {
      throw scimFault(400, `The change can't be made: ${error instanceof Error ? error.message : ''}`, 'invalidPath');
    }
  };
  return {
    scimConfig: call =>
      ask(call, async () => ({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
        patch: { supported: true },
        bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
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
    scimCreateUser: (call, context) =>
      ask(call, async (id, views) => {
        const { row, person, made } = await accounts.create(context, id, readUser(call.body));
        // Nobody is in a group before their account is there, and whom nobody knew has no team to leave.
        await placing.apply(id, person, made ? undefined : []);
        return views.user(row, []);
      }),
    scimGetUser: call =>
      ask(call, async (id, views) => userView(id, await accounts.get(id, call.params.scim_user_id), views)),
    scimReplaceUser: (call, context) =>
      ask(call, async (id, views) =>
        userView(id, await accounts.replace(context, id, call.params.scim_user_id, readUser(call.body)), views),
      ),
    scimPatchUser: (call, context) =>
      ask(call, async (id, views) => {
        const { scim_user_id: userId } = call.params;
        const changed = await patchUser(id, userId, call.body, views);
        return userView(id, await accounts.replace(context, id, userId, readUser(changed)), views);
      }),
    scimDeleteUser: (call, context) =>
      ask(call, async id => {
        const person = await accounts.remove(context, id, call.params.scim_user_id);
        if (person !== undefined) await placing.removeFromAll(id, person);
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
    scimCreateGroup: (call, context) =>
      ask(call, async (id, views) => {
        const given = readGroup(call.body);
        const row = await groups.create(context, id, given);
        if (given.members !== undefined && given.members.length > 0)
          await place(id, await groups.change(context, id, row.id, { members: given.members }));
        return groupView(id, row, views);
      }),
    scimGetGroup: call =>
      ask(call, async (id, views) =>
        groupView(id, await groups.get(id, call.params.scim_group_id), views, call.query.excludedAttributes),
      ),
    scimReplaceGroup: (call, context) =>
      ask(call, async (id, views) => {
        const { scim_group_id: groupId } = call.params;
        const given = readGroup(call.body);
        await place(id, await groups.change(context, id, groupId, { ...given, members: given.members ?? [] }));
        return groupView(id, await groups.get(id, groupId), views);
      }),
    scimPatchGroup: (call, context) =>
      ask(call, async (id, views) => {
        const { scim_group_id: groupId } = call.params;
        await place(id, await groups.change(context, id, groupId, readGroupPatch(call.body)));
        return groupView(id, await groups.get(id, groupId), views);
      }),
    scimDeleteGroup: (call, context) =>
      ask(call, async id => {
        await place(id, await groups.remove(context, id, call.params.scim_group_id));
        return {};
      }),
  };
}
