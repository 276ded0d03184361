import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { BatchedTtlCache } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { isInTransaction } from '#core/data/server/index.ts';
import type { ProjectMembership, TeamRole } from '#core/permissions/common/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { SettingValue } from '../common/project-settings.ts';
import { seesAll } from './project-view.ts';
import { ProjectsHooks } from './projects-hooks.ts';
import type { ProjectTables } from './projects-tables.ts';

/** The stored value of a setting of the project at hand. */
const settingOf = (attribute: string) =>
  sql<SettingValue>`(select setting.value from projects.setting as setting where setting.team_id = project.team_id and setting.project_id = project.id and setting.attribute = ${attribute})`;

/** The columns of a project that nearly every call about it needs. */
export interface ProjectFacts {
  readonly name: string;
  readonly type: number;
  readonly status: number;
  readonly workflow_id: number;
}

/** A project with the part the caller has in it. */
interface CallersPart extends ProjectFacts {
  readonly member_role: number | null;
  /** The group that added the caller. */
  readonly group_id: number | null;
  readonly paused: boolean | null;
  readonly permissions: readonly number[] | null;
  readonly categories: unknown;
  readonly download: unknown;
}

/** Milliseconds for which rows are kept: a change in another process is noticed that late. */
const TRUST = 2_000;

/** The rights callers have in projects, kept for the request and for a moment longer. */
export class ProjectMemberships {
  readonly #memberships = new WeakMap<RequestContext, Map<number, Promise<ProjectMembership | undefined>>>();
  readonly #facts = new WeakMap<RequestContext, Map<number, Promise<ProjectFacts | undefined>>>();
  readonly #parts = new BatchedTtlCache<CallersPart>(TRUST);

  constructor(@inject(ProjectsHooks) private readonly hooks: ProjectsHooks) {}

  /**
   * Returns the facts that the caller's rights in the project depend on; undefined when the caller does not see it.
   * Team admins who are no members act as Project Admin. Asked once per request and project.
   */
  of(context: RequestContext, id: number): Promise<ProjectMembership | undefined> {
    return once(this.#memberships, context, id, () => this.#membership(context, id));
  }

  /**
   * The project itself, without what is counted of it, whoever asks; undefined when it is deleted. Asked once per
   * request and project.
   */
  facts(context: RequestContext, id: number): Promise<ProjectFacts | undefined> {
    return once(this.#facts, context, id, () =>
      context.transaction((trx: Kysely<ProjectTables>) =>
        trx
          .selectFrom('projects.project')
          .select(['name', 'type', 'status', 'workflow_id'])
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst(),
      ),
    );
  }

  /** Drops what the request kept of projects, so that it is read again. */
  renew(context: RequestContext): void {
    this.#facts.delete(context);
  }

  /** Forgets what is known of projects and of people's part in them: something changed. */
  forget(): void {
    this.#parts.forget();
  }

  /** Returns the group that added the caller to a project; undefined when no group did. */
  async groupOf(context: RequestContext, id: number): Promise<number | undefined> {
    return (await this.#part(context, id))?.group_id ?? undefined;
  }

  #part(context: RequestContext, id: number): Promise<CallersPart | undefined> {
    const all = seesAll(context);
    return this.#parts.get(
      `${context.team.id} ${id} ${all}`,
      context.user.email,
      emails => partsOf(context, id, emails, all),
      isInTransaction(),
    );
  }

  async #membership(context: RequestContext, id: number): Promise<ProjectMembership | undefined> {
    const row = await this.#part(context, id);
    if (row === undefined) return undefined;
    void once(this.#facts, context, id, () =>
      Promise.resolve({ name: row.name, type: row.type, status: row.status, workflow_id: row.workflow_id }),
    );
    return this.hooks.membership.promise(
      context,
      {
        role: row.member_role ?? projectRoles.projectAdmin,
        teamRole: context.team.role as TeamRole,
        permissions: row.permissions ?? [],
        paused: row.paused ?? false,
        categoriesOn: Number(row.categories ?? 0) > 0,
        downloadOn: Number(row.download ?? 0) > 0,
        features: context.team.features,
      },
      id,
    );
  }
}

/** Returns the parts that people have in a project, by e-mail address; `all`: who is no member sees it too. */
async function partsOf(
  context: RequestContext,
  id: number,
  emails: readonly string[],
  all: boolean,
): Promise<ReadonlyMap<string, CallersPart>> {
  const rows = await context.transaction((trx: Kysely<ProjectTables>) =>
    trx
      .selectFrom('projects.project as project')
      .innerJoin(sql<{ email: string }>`unnest(${[...emails]}::text[])`.as<'person'>(sql`person(email)`), join =>
        join.onTrue(),
      )
      .leftJoin('projects.contributor as contributor', join =>
        join
          .onRef('contributor.team_id', '=', 'project.team_id')
          .onRef('contributor.project_id', '=', 'project.id')
          .onRef('contributor.email', '=', 'person.email'),
      )
      .select([
        'person.email as of',
        'project.name',
        'project.type',
        'project.status',
        'project.workflow_id',
        'contributor.role as member_role',
        'contributor.group_id',
        'contributor.paused',
        'contributor.permissions',
        settingOf('CategorizeItems').as('categories'),
        settingOf('Download').as('download'),
      ])
      .$if(!all, query => query.where('contributor.id', 'is not', null))
      .where('project.id', '=', id)
      .where('project.deleted_at', 'is', null)
      .execute(),
  );
  return new Map(rows.map(({ of, ...part }) => [of, part]));
}

/** An answer asked for once per request and project. A failure is not kept. */
function once<T>(
  kept: WeakMap<RequestContext, Map<number, Promise<T>>>,
  context: RequestContext,
  id: number,
  ask: () => Promise<T>,
): Promise<T> {
  const known = kept.get(context) ?? new Map<number, Promise<T>>();
  kept.set(context, known);
  let answer = known.get(id);
  if (answer === undefined) {
    known.set(id, (answer = ask()));
    answer.catch(() => known.delete(id));
  }
  return answer;
}
