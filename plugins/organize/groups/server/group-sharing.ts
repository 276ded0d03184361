import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault, invalidField, isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles, teamRoles } from '#core/permissions/common/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { FolderPeople, Folders } from '#plugins/workspace/items/server/kit/index.ts';
import { Contributors, GroupContributors, Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { AuditLog } from '#core/audit/server/index.ts';
import type { GroupScope, ScopeDraft } from '../common/api.ts';
import { Groups } from './groups.ts';
import type { GroupTables } from './groups-tables.ts';

/** Outcomes of the parts of a bulk change. */
export interface Done<K> {
  readonly success: K[];
  readonly failed: { readonly key: K; readonly code: string; readonly message: string }[];
  readonly skipped: K[];
}

/**
 * Members of a group are contributors of what the group is given. What somebody has by themselves stays as it is; what
 * only the group gave goes with it.
 */
export class GroupSharing {
  constructor(
    @inject(Groups) private readonly groups: Groups,
    @inject(Members) private readonly members: Members,
    @inject(Projects) private readonly projects: Projects,
    @inject(Contributors) private readonly contributors: Contributors,
    @inject(GroupContributors) private readonly groupContributors: GroupContributors,
    @inject(Folders) private readonly folders: Folders,
    @inject(FolderPeople) private readonly folderPeople: FolderPeople,
    @inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /** Adds contributors of the team, each by themselves; a person is in one group at most. */
  async addMembers(context: RequestContext, id: number, emails: readonly string[]): Promise<Done<string>> {
    const group = await this.groups.get(context, id);
    const known = new Map((await this.members.list(context)).map(each => [each.email, each]));
    return eachOf(emails, async email => {
      if (group.members.includes(email)) return false;
      const member = known.get(email);
      if (member === undefined) throw new Fault('NOT_FOUND', 'is no member of the team', { status: 404 });
      if (member.role !== teamRoles.contributor)
        throw new Fault('CONFLICT', 'is no contributor: only contributors can be in a group', { status: 409 });
      await context.transaction(async (trx: Kysely<GroupTables>) => {
        const added = await trx
          .insertInto('groups.member')
          .values({ team_id: context.team.id, group_id: id, email })
          .onConflict(conflict => conflict.doNothing())
          .returning('email')
          .executeTakeFirst();
        if (added === undefined) throw new Fault('CONFLICT', 'is in another group already', { status: 409 });
        for (const scope of group.projects)
          await this.groupContributors.addAll(context, scope.project_id, [email], scope.role, id);
        await this.audit.record(context, 'group.memberAdded', { group: group.name, email });
      });
      for (const scope of group.projects) await this.#giveFolders(context, id, scope);
      return true;
    });
  }

  /** Takes people out; who is not in the group is skipped. */
  async removeMembers(context: RequestContext, id: number, emails: readonly string[]): Promise<Done<string>> {
    const group = await this.groups.get(context, id);
    return eachOf(emails, async email => {
      if (!group.members.includes(email)) return false;
      await context.transaction(async () => {
        await this.groups.forget(context, email);
        await this.audit.record(context, 'group.memberRemoved', { group: group.name, email });
      });
      return true;
    });
  }

  /** Gives the group projects, or folders of them; what was given before in the same project is replaced. */
  async addScopes(context: RequestContext, id: number, drafts: readonly ScopeDraft[]): Promise<Done<number>> {
    const group = await this.groups.get(context, id);
    const byProject = new Map(drafts.map(each => [each.project_id, each]));
    return eachOf([...byProject.keys()], async projectId => {
      const draft = byProject.get(projectId)!;
      await this.projects.get(context, projectId);
      const folderIds = [...new Set(draft.folder_ids ?? [])];
      if (draft.scope === 'folders' && folderIds.length === 0) throw invalidField('folder_ids', 'name the folders');
      const narrow = draft.scope !== 'all' && folderIds.length > 0;
      for (const folder of narrow ? folderIds : []) await this.folders.get(context, projectId, folder);
      const roles = await this.contributors.roles(context, projectId);
      if (!roles.some(each => each.id === draft.role))
        throw invalidField(
          'role',
          `must be a role of this project: ${roles.map(each => `${each.id} ${each.name}`).join(', ')}`,
        );
      const scope: GroupScope = {
        project_id: projectId,
        role: draft.role,
        scope: narrow ? 'folders' : 'all',
        folder_ids: narrow ? folderIds : [],
      };
      await context.transaction(async (trx: Kysely<GroupTables>) => {
        const values = { role: scope.role, folder_ids: narrow ? folderIds : null };
        await trx
          .insertInto('groups.scope')
          .values({ team_id: context.team.id, group_id: id, project_id: projectId, ...values })
          .onConflict(conflict => conflict.columns(['team_id', 'group_id', 'project_id']).doUpdateSet(values))
          .execute();
        await this.groupContributors.addAll(context, projectId, group.members, scope.role, id);
        await this.audit.record(context, 'group.scopeGiven', { group: group.name, ...scope });
      });
      await this.#takeFolders(
        context,
        id,
        group.projects.find(each => each.project_id === projectId),
        scope,
      );
      await this.#giveFolders(context, id, scope);
      return true;
    });
  }

  /** Takes projects away; what the group was not given is skipped. */
  async removeScopes(context: RequestContext, id: number, projectIds: readonly number[]): Promise<Done<number>> {
    const group = await this.groups.get(context, id);
    return eachOf(projectIds, async projectId => {
      if (!group.projects.some(each => each.project_id === projectId)) return false;
      await context.transaction(async (trx: Kysely<GroupTables>) => {
        await trx
          .deleteFrom('groups.scope')
          .where('team_id', '=', context.team.id)
          .where('group_id', '=', id)
          .where('project_id', '=', projectId)
          .execute();
        await this.groupContributors.withdraw(context, id, { projectId });
        await this.audit.record(context, 'group.scopeTaken', { group: group.name, project_id: projectId });
      });
      return true;
    });
  }

  /** Gives the folders of a scope to those whom the group added. */
  async #giveFolders(context: RequestContext, groupId: number, scope: GroupScope): Promise<void> {
    if (scope.scope === 'all' || scope.role === projectRoles.projectAdmin) return;
    const emails = await this.#addedBy(context, groupId, scope.project_id);
    for (const folderId of scope.folder_ids)
      await ifThere(async () =>
        this.folderPeople.add(context, await this.folders.get(context, scope.project_id, folderId), emails),
      );
  }

  /** Folders that are no longer among those of the group are nobody's of it any more. */
  async #takeFolders(
    context: RequestContext,
    groupId: number,
    before: GroupScope | undefined,
    after: GroupScope,
  ): Promise<void> {
    const gone = (before?.folder_ids ?? []).filter(each => !after.folder_ids.includes(each));
    if (gone.length === 0) return;
    const emails = await this.#addedBy(context, groupId, after.project_id);
    for (const folderId of gone)
      await ifThere(async () =>
        this.folderPeople.remove(context, await this.folders.get(context, after.project_id, folderId), emails),
      );
  }

  /** People of the project whom only the group added, and who can be given work. */
  async #addedBy(context: RequestContext, groupId: number, projectId: number): Promise<string[]> {
    return (await this.contributors.list(context, projectId))
      .filter(each => each.group_id === groupId && !each.paused)
      .map(each => each.email);
  }
}

/** A folder that was deleted meanwhile is nobody's. */
async function ifThere(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!isFault(error) || error.status !== 404) throw error;
  }
}

/** Runs a change for each key: true done, false nothing to do; a refusal is reported and the others go on. */
async function eachOf<K>(keys: readonly K[], change: (key: K) => Promise<boolean>): Promise<Done<K>> {
  const done: Done<K> = { success: [], failed: [], skipped: [] };
  for (const key of new Set(keys)) {
    try {
      ((await change(key)) ? done.success : done.skipped).push(key);
    } catch (error) {
      if (!isFault(error) || error.status >= 500) throw error;
      done.failed.push({ key, code: error.code, message: error.message });
    }
  }
  return done;
}
