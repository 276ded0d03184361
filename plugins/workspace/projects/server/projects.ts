import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Fault, forbidden, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { ProjectMembership } from '#core/permissions/common/index.ts';
import type { ProjectChange, ProjectDraft } from '../common/api.ts';
import { projectsEvents } from '../common/events.ts';
import type { Project } from '../common/project.ts';
import { PROJECT_NAME_TAKEN } from '../common/project-name.ts';
import { firstUploadState } from '../common/project-type.ts';
import { ProjectTypes } from '../common/project-types.ts';
import { RESTORABLE_DAYS } from './project-filter.ts';
import { joinAsAdmin } from './project-creator.ts';
import { projectViews, seesAll } from './project-view.ts';
import type { SeenRow } from './project-view.ts';
import { assertProjectQuota } from './project-quota.ts';
import { ProjectSettings } from './project-settings.ts';
import type { ProjectFacts } from './project-memberships.ts';
import { ProjectMemberships } from './project-memberships.ts';
import { seenProjects } from './seen-projects.ts';
import { ProjectsHooks } from './projects-hooks.ts';
import type { ProjectTables } from './projects-tables.ts';

const nameTaken = (): Fault =>
  new Fault('NAME_EXISTS', PROJECT_NAME_TAKEN, { status: 409, details: { field: 'name' } });

/** Projects of the caller's team, as far as the caller sees them. */
export class Projects {
  constructor(
    @inject(ProjectsHooks) private readonly hooks: ProjectsHooks,
    @inject(ProjectSettings) private readonly projectSettings: ProjectSettings,
    @inject(ProjectMemberships) private readonly memberships: ProjectMemberships,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
  ) {}

  /** Returns what the caller's rights in the project depend on; undefined when the caller does not see it. */
  membership(context: RequestContext, id: number): Promise<ProjectMembership | undefined> {
    return this.memberships.of(context, id);
  }

  /** Returns the project itself, whoever asks; undefined when it is deleted. */
  facts(context: RequestContext, id: number): Promise<ProjectFacts | undefined> {
    return this.memberships.facts(context, id);
  }

  /** Forgets what is known of projects and of people's part in them: something changed. */
  forget(): void {
    this.memberships.forget();
  }

  /** Returns the group that added the caller to a project; undefined when no group did. */
  callersGroup(context: RequestContext, id: number): Promise<number | undefined> {
    return this.memberships.groupOf(context, id);
  }

  /** One project. Throws NOT_FOUND when it is deleted, of another team, or the caller has no part in it. */
  async get(context: RequestContext, id: number): Promise<Project> {
    const row = await this.#find(context, id);
    if (row === undefined || row.deleted_at !== null) throw notFound('The project');
    return (await projectViews(context, this.hooks, [row]))[0]!;
  }

  /**
   * Makes a project with a name that is free. Throws INVALID_FIELD for an unknown type, NAME_EXISTS, PLAN_LIMIT (422),
   * or what a tap of `creating` answers.
   */
  async create(context: RequestContext, draft: ProjectDraft): Promise<Project> {
    if (!this.types.has(draft.type))
      throw invalidField('type', `${draft.type} is no project type here; use ${this.types.values.join(', ')}`);
    const refusal = await this.hooks.creating.promise(context, draft);
    if (refusal !== undefined) throw refusal;
    const id = await this.#onUniqueViolation(
      context.transaction(async (trx: Kysely<ProjectTables>) => {
        await assertProjectQuota(trx, context);
        const row = await trx
          .insertInto('projects.project')
          .values({
            team_id: context.team.id,
            name: draft.name,
            type: draft.type,
            description: draft.description ?? null,
            instructions_link: draft.instructions_link ?? null,
            status: draft.status ?? 1,
            upload_state: firstUploadState(draft.type, draft.storage),
            workflow_id: draft.workflow_id ?? 1,
            creator_id: context.user.id,
            creator_email: context.user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        if (!seesAll(context)) await joinAsAdmin(trx, context, row.id);
        await this.projectSettings.begin(context, row.id, row.type, draft.settings ?? []);
        const [made] = await projectViews(context, this.hooks, [{ ...row, member_role: null, pinned_at: null }]);
        await this.hooks.created.promise(context, made!);
        await context.publish(projectsEvents.created, { project_id: row.id });
        return row.id;
      }),
    );
    return this.get(context, id);
  }

  /** Changes what is given; what is absent stays. Throws NOT_FOUND, NAME_EXISTS. */
  async update(context: RequestContext, id: number, change: ProjectChange): Promise<Project> {
    this.memberships.renew(context);
    const before = await this.get(context, id);
    const refusal = await this.hooks.updating.promise(context, before, change);
    if (refusal !== undefined) throw refusal;
    await this.#onUniqueViolation(
      context.transaction(async (trx: Kysely<ProjectTables>) => {
        await trx
          .updateTable('projects.project')
          .set({
            ...(change.name === undefined ? {} : { name: change.name }),
            ...(change.description === undefined ? {} : { description: change.description }),
            ...(change.instructions_link === undefined
              ? {}
              : { instructions_link: change.instructions_link === '' ? null : change.instructions_link }),
            ...(change.status === undefined || change.status === null ? {} : { status: change.status }),
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .execute();
        await this.hooks.updated.promise(context, await this.get(context, id), before);
        await context.publish(projectsEvents.changed, { project_id: id });
      }),
    );
    return this.get(context, id);
  }

  /**
   * Gives projects that were read a status, in one transaction. Those that the caller may not change, or that a rule
   * keeps, are listed apart.
   */
  async setStatus(
    context: RequestContext,
    projects: readonly Project[],
    status: number,
  ): Promise<{
    readonly success: readonly number[];
    readonly failed: readonly { readonly id: number; readonly code: string }[];
  }> {
    this.memberships.renew(context);
    return context.transaction(async (trx: Kysely<ProjectTables>) => {
      const changed: Project[] = [];
      const failed: { id: number; code: string }[] = [];
      for (const project of projects) {
        const allowed = await context.can('UpdateProject', { projectId: project.id });
        const refusal = allowed
          ? await this.hooks.updating.promise(context, project, { status })
          : forbidden('UpdateProject');
        if (refusal === undefined) changed.push(project);
        else failed.push({ id: project.id, code: refusal.code });
      }
      const ids = changed.map(each => each.id);
      await trx
        .updateTable('projects.project')
        .set({ status, updated_at: new Date() })
        .where(sql<boolean>`id = any(${ids}::int[])`)
        .where('deleted_at', 'is', null)
        .execute();
      for (const project of changed) {
        await this.hooks.updated.promise(context, { ...project, status }, project);
        await context.publish(projectsEvents.changed, { project_id: project.id });
      }
      return { success: ids, failed };
    });
  }

  /** Deletes softly. Throws NOT_FOUND. */
  async remove(context: RequestContext, id: number): Promise<void> {
    const project = await this.get(context, id);
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      await this.hooks.deleting.promise(context, project);
      const gone = await trx
        .updateTable('projects.project')
        .set({ deleted_at: new Date() })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      // Deleted by somebody else in the same moment.
      if (gone === undefined) throw notFound('The project');
      await context.publish(projectsEvents.deleted, { project_id: id });
    });
  }

  /**
   * Brings a project back that was deleted in the last seven days. Throws NOT_FOUND, NAME_EXISTS when its name was
   * given away, and PLAN_LIMIT (422) when its place was.
   */
  async restore(context: RequestContext, id: number): Promise<Project> {
    if ((await this.#find(context, id)) === undefined) throw notFound('The project');
    await this.#onUniqueViolation(
      context.transaction(async (trx: Kysely<ProjectTables>) => {
        const row = await trx
          .updateTable('projects.project')
          .set({ deleted_at: null, updated_at: new Date() })
          .where('id', '=', id)
          .where('deleted_at', '>', sql<Date>`now() - make_interval(days => ${RESTORABLE_DAYS})`)
          .returning('id')
          .executeTakeFirst();
        if (row === undefined) throw notFound('The project');
        await assertProjectQuota(trx, context, { taken: 1 });
        await this.hooks.restored.promise(context, id);
        await context.publish(projectsEvents.restored, { project_id: id });
      }),
    );
    return this.get(context, id);
  }

  /** Returns whether another project of the team has this name, whatever the case. */
  async nameExists(context: RequestContext, name: string, except: number | undefined): Promise<boolean> {
    const found = await context.transaction((trx: Kysely<ProjectTables>) =>
      trx
        .selectFrom('projects.project')
        .select('id')
        .where(sql<boolean>`lower(name) = lower(${name.trim()})`)
        .where('deleted_at', 'is', null)
        .$if(except !== undefined, query => query.where('id', '<>', except!))
        .executeTakeFirst(),
    );
    return found !== undefined;
  }

  /** Fixes how the files of a project are kept, at its first upload (1 initial, 2 basic, 3 external). */
  async setUploadState(context: RequestContext, id: number, state: 1 | 2 | 3): Promise<void> {
    await context.transaction((trx: Kysely<ProjectTables>) =>
      trx.updateTable('projects.project').set({ upload_state: state }).where('id', '=', id).execute(),
    );
  }

  /** Pins or unpins for the caller. Throws NOT_FOUND. */
  async setPin(context: RequestContext, id: number, pinned: boolean): Promise<void> {
    await this.get(context, id);
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      if (pinned)
        await trx
          .insertInto('projects.pin')
          .values({ team_id: context.team.id, project_id: id, person_id: context.user.id })
          .onConflict(conflict => conflict.doNothing())
          .execute();
      else
        await trx
          .deleteFrom('projects.pin')
          .where('project_id', '=', id)
          .where('person_id', '=', context.user.id)
          .execute();
    });
  }

  async #find(context: RequestContext, id: number): Promise<SeenRow | undefined> {
    return context.transaction((trx: Kysely<ProjectTables>) =>
      seenProjects(trx, context).where('project.id', '=', id).executeTakeFirst(),
    );
  }

  async #onUniqueViolation<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (asUniqueViolation(error)?.constraint === 'project_name') throw nameTaken();
      throw error;
    }
  }
}
