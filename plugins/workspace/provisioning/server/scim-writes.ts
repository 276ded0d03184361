import { scimPatch } from 'scim-patch';
import type { ScimPatchOperation, ScimResource } from 'scim-patch';
import type { RequestContext } from '#core/api/server/index.ts';
import type { People } from '#core/auth/server/index.ts';
import type { TeamPlacing } from '#plugins/workspace/single-sign-on/server/kit/index.ts';
import type { ScimGroup, ScimUser } from '../common/scim-shapes.ts';
import type { AccountRow, DirectoryAccounts } from './directory-accounts.ts';
import type { DirectoryGroups, GroupRow } from './directory-groups.ts';
import { patchOperations, readGroupPatch } from './group-patch.ts';
import { readBoolean, readGroup, readUser } from './read-resource.ts';
import { scimFault } from './scim-faults.ts';
import type { ScimViews } from './scim-views.ts';

type Resource = Readonly<Record<string, unknown>>;

/** The organization that a call is about, and the shape of its resources. */
export interface ScimPlace {
  readonly context: RequestContext;
  readonly organizationId: number;
  readonly views: ScimViews;
}

export interface ScimWriteServices {
  readonly accounts: DirectoryAccounts;
  readonly groups: DirectoryGroups;
  readonly placing: TeamPlacing;
  readonly people: People;
}

/** Changes of people and groups that a directory makes, one by one or in bulk. Faults are in the shape of SCIM. */
export class ScimWrites {
  constructor(private readonly services: ScimWriteServices) {}

  async createUser({ context, organizationId, views }: ScimPlace, body: Resource): Promise<ScimUser> {
    const { accounts, placing } = this.services;
    const { row, person, made } = await accounts.create(context, organizationId, readUser(body));
    // Nobody is in a group before their account is there, and whom nobody knew has no team to leave.
    await placing.apply(organizationId, person, made ? undefined : []);
    return views.user(row, []);
  }

  async replaceUser(place: ScimPlace, id: string, body: Resource): Promise<ScimUser> {
    const { context, organizationId, views } = place;
    const row = await this.services.accounts.replace(context, organizationId, id, readUser(body));
    return this.#userView(organizationId, row, views);
  }

  async patchUser(place: ScimPlace, id: string, body: Resource): Promise<ScimUser> {
    const { groups: _, ...resource } = place.views.user(await this.services.accounts.get(place.organizationId, id), []);
    const operations = patchOperations(body).map(each =>
      each.path?.toLowerCase() === 'active' ? { ...each, value: readBoolean(each.value, 'active') } : each,
    );
    let changed: Resource;
    try {
      changed = scimPatch(structuredClone(resource) as unknown as ScimResource, operations as ScimPatchOperation[], {
        mutateDocument: false,
      }) as unknown as Resource;
    } catch (error) {
      throw scimFault(400, `The change can't be made: ${error instanceof Error ? error.message : ''}`, 'invalidPath');
    }
    return this.replaceUser(place, id, changed);
  }

  async deleteUser({ context, organizationId }: ScimPlace, id: string): Promise<void> {
    const { accounts, placing } = this.services;
    const person = await accounts.remove(context, organizationId, id);
    if (person !== undefined) await placing.removeFromAll(organizationId, person);
  }

  async createGroup({ context, organizationId, views }: ScimPlace, body: Resource): Promise<ScimGroup> {
    const { groups } = this.services;
    const given = readGroup(body);
    const row = await groups.create(context, organizationId, given);
    if (given.members !== undefined && given.members.length > 0)
      await this.#place(
        organizationId,
        await groups.change(context, organizationId, row.id, { members: given.members }),
      );
    return this.#groupView(organizationId, row, views);
  }

  async replaceGroup(place: ScimPlace, id: string, body: Resource): Promise<ScimGroup> {
    const given = readGroup(body);
    return this.#changeGroup(place, id, { ...given, members: given.members ?? [] });
  }

  async patchGroup(place: ScimPlace, id: string, body: Resource): Promise<ScimGroup> {
    return this.#changeGroup(place, id, readGroupPatch(body));
  }

  async deleteGroup({ context, organizationId }: ScimPlace, id: string): Promise<void> {
    await this.#place(organizationId, await this.services.groups.remove(context, organizationId, id));
  }

  async #changeGroup(
    { context, organizationId, views }: ScimPlace,
    id: string,
    change: Parameters<DirectoryGroups['change']>[3],
  ): Promise<ScimGroup> {
    const { groups } = this.services;
    await this.#place(organizationId, await groups.change(context, organizationId, id, change));
    return this.#groupView(organizationId, await groups.get(organizationId, id), views);
  }

  async #userView(organizationId: number, row: AccountRow, views: ScimViews): Promise<ScimUser> {
    return views.user(row, await this.services.groups.memberships(organizationId, { accounts: [row.id] }));
  }

  async #groupView(organizationId: number, row: GroupRow, views: ScimViews): Promise<ScimGroup> {
    return views.group(row, await this.services.groups.memberships(organizationId, { groups: [row.id] }));
  }

  /** Gives people the team roles of their groups, one after the other: each is a change of a team. */
  async #place(organizationId: number, ids: ReadonlySet<string>): Promise<void> {
    const { accounts, groups, people, placing } = this.services;
    const memberships = await groups.memberships(organizationId, { accounts: [...ids] });
    for (const id of ids) {
      const { person_id } = await accounts.get(organizationId, id);
      const person = await people.byId(person_id);
      const names = memberships.filter(each => each.account_id === id).map(each => each.group_name);
      if (person !== undefined) await placing.apply(organizationId, person, names);
    }
  }
}
