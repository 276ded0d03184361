import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { scopeOf } from '#core/permissions/common/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { Forms } from '#plugins/annotate/form/server/kit/index.ts';
import {
  ItemReader,
  ItemsHooks,
  assignmentRows,
  folderRows,
  itemRows,
} from '#plugins/workspace/items/server/kit/index.ts';
import type { Contributor } from '#plugins/workspace/projects/common/index.ts';
import { Contributors, Projects, ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import type { Workflow } from '#plugins/organize/workflow/common/index.ts';
import { Workflows } from '#plugins/organize/workflow/server/kit/index.ts';
import { allOf, quoted, workedOnBy } from '../common/query-text.ts';
import type { ReportFilters } from '../common/report.ts';

/** Request for figures. */
export interface FigureRequest {
  readonly folder_ids?: readonly number[] | undefined;
  readonly role?: number | undefined;
  readonly users?: readonly string[] | undefined;
  readonly time_zone?: string | undefined;
}

/** Items and people that figures are made of: those the caller asked for, as far as the caller may see them. */
export interface FigureScope {
  readonly projectId: number;
  readonly filters: ReportFilters;
  /** A table expression of items: `id`, `name`, `folder_id`, `annotation_status`, `approval_status`, `created_at`. */
  readonly items: RawBuilder<unknown>;
  /** E-mails whose work counts; undefined: everybody's. */
  readonly people: readonly string[] | undefined;
  /** People the caller may name. */
  readonly contributors: readonly Contributor[];
  readonly members: readonly Member[];
  readonly workflow: Workflow;
  /** Names of classes that a form hides from the caller's role. */
  readonly hiddenClasses: ReadonlySet<string>;
  readonly timeZone: string;
  /**
   * Longest gap between two signs of work that counts as work, in milliseconds; undefined while nothing measures
   * time.
   */
  readonly idle: number | undefined;
  /** True for the rows whose e-mail counts. */
  counts(email: RawBuilder<unknown>): RawBuilder<boolean>;
  /** The Explore query of the items that a condition leaves of this scope. */
  query(condition?: string): string;
}

/** Seconds without a sign of work that still count, where a project has no setting. */
const DEFAULT_IDLE_SECONDS = 900;

/** Decides what of a project somebody's figures are made of. */
export class FigureScopes {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(Contributors) private readonly contributors: Contributors,
    @inject(Members) private readonly members: Members,
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(Workflows) private readonly workflows: Workflows,
    @inject(Forms) private readonly forms: Forms,
  ) {}

  /**
   * @throws Fault FORBIDDEN (403) for a folder or other people asked for by somebody who sees their own data only;
   * INVALID_FIELD for people and folders nobody knows.
   */
  async of(context: RequestContext, projectId: number, request: FigureRequest): Promise<FigureScope> {
    const membership = await this.projects.membership(context, projectId);
    if (membership === undefined) throw notFound('The project');
    const own = scopeOf('ViewAnalytics', membership.role) === 'ownData';
    if (own) demandOwn(context, request);
    const members = await this.members.seen(context);
    const grouped = members.length < (await this.members.list(context)).length;
    const contributors = await this.contributors.seen(context, projectId, membership.role);
    const chosen = peopleOf(context, { own, grouped, request, contributors, members });
    const folders = await this.#folders(context, projectId, request.folder_ids);
    const { workflow } = await this.workflows.of(context, projectId);
    const limit = own || request.users !== undefined || request.role !== undefined ? chosen : undefined;
    const conditions = [
      folders.length === 0
        ? undefined
        : folders.map(each => `folder = ${each.is_root ? 'root' : quoted(each.name)}`).join(' OR '),
      limit === undefined ? undefined : workedOnBy(limit),
    ];
    return {
      projectId,
      filters: {
        folder_ids: folders.map(each => each.id),
        role: request.role ?? null,
        users: [...(request.users ?? (own ? [context.user.email.toLowerCase()] : []))],
        own,
      },
      items: await this.#items(context, projectId, { own, limit, folderIds: folders.map(each => each.id) }),
      people: chosen,
      contributors,
      members,
      workflow,
      hiddenClasses: await this.forms.hidden(context, projectId),
      timeZone: knownZone(request.time_zone),
      idle: context.enabled('time-tracker') ? await this.#idle(context, projectId) : undefined,
      counts: email =>
        chosen === undefined ? sql<boolean>`true` : sql<boolean>`lower(${email}) = any(${[...chosen]}::text[])`,
      query: condition => allOf(...conditions, condition),
    };
  }

  async #idle(context: RequestContext, projectId: number): Promise<number> {
    const setting = Number((await this.settings.value(context, projectId, 'MaxIdleDuration')) ?? DEFAULT_IDLE_SECONDS);
    return (Number.isFinite(setting) ? setting : DEFAULT_IDLE_SECONDS) * 1000;
  }

  async #folders(
    context: RequestContext,
    projectId: number,
    ids: readonly number[] | undefined,
  ): Promise<readonly { readonly id: number; readonly name: string; readonly is_root: boolean }[]> {
    if (ids === undefined || ids.length === 0) return [];
    const seen = await this.hooks.visibleFolders.promise(context, undefined, projectId);
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<{ id: number; name: string; is_root: boolean }>`select id, name, is_root from ${folderRows}
      where team_id = ${context.team.id}::int and project_id = ${projectId}::int and deleted_at is null
        and id = any(${[...ids]}::int[]) order by id`.execute(trx),
    );
    const found = rows.filter(row => seen === undefined || seen.includes(row.id));
    const missing = ids.find(id => !found.some(row => row.id === id));
    if (missing !== undefined)
      throw invalidField('folder_ids', `names the folder ${missing}, which is not in this project`);
    return found;
  }

  async #items(
    context: RequestContext,
    projectId: number,
    {
      own,
      limit,
      folderIds,
    }: { readonly own: boolean; readonly limit: readonly string[] | undefined; readonly folderIds: readonly number[] },
  ): Promise<RawBuilder<unknown>> {
    const conditions: RawBuilder<unknown>[] = [];
    if (folderIds.length > 0) conditions.push(sql`item.folder_id = any(${[...folderIds]}::int[])`);
    if (limit !== undefined) conditions.push(workedOn(context.team.id, projectId, limit));
    if (!own) {
      // Read like a list of items, so that groups leave out what they leave out there.
      const visible = await context.transaction(async (trx: Kysely<unknown>) =>
        (await this.reader.visible(trx, context, projectId)).select([
          'item.id',
          'item.name',
          'item.folder_id',
          'item.annotation_status',
          'item.approval_status',
          'item.created_at',
        ]),
      );
      return conditions.length === 0
        ? sql`(${visible})`
        : sql`(select * from (${visible}) as item where ${sql.join(conditions, sql` and `)})`;
    }
    const seen = await this.hooks.visibleFolders.promise(context, undefined, projectId);
    if (seen !== undefined) conditions.push(sql`item.folder_id = any(${[...seen]}::int[])`);
    return sql`(select item.id, item.name, item.folder_id, item.annotation_status, item.approval_status,
      item.created_at from ${itemRows} as item
      where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.deleted_at is null
        and ${sql.join(conditions, sql` and `)})`;
  }
}

/** Items that people are assigned to, have moved, or made objects in: what `workedOnBy` finds in Explore. */
const workedOn = (teamId: number, projectId: number, emails: readonly string[]): RawBuilder<unknown> => sql`item.id in (
  select item_id from ${assignmentRows} where team_id = ${teamId}::int and project_id = ${projectId}::int
    and lower(email) = any(${[...emails]}::text[])
  union all select item_id from analytics.transition where team_id = ${teamId}::int and project_id = ${projectId}::int
    and email = any(${[...emails]}::text[])
  union all select item_id from analytics.object_count where team_id = ${teamId}::int
    and project_id = ${projectId}::int and email = any(${[...emails]}::text[]))`;

function demandOwn(context: RequestContext, { folder_ids: folders, role, users }: FigureRequest): void {
  const others = (users ?? []).filter(each => each.toLowerCase() !== context.user.email.toLowerCase());
  const field =
    (folders ?? []).length > 0 ? 'folder_ids' : role !== undefined ? 'role' : others.length > 0 ? 'users' : undefined;
  if (field !== undefined)
    throw new Fault('FORBIDDEN', `${field} is for those who see the analytics of everybody. You see your own.`, {
      status: 403,
      details: { field, action: 'ViewAnalytics' },
    });
}

interface PeopleChoice {
  readonly own: boolean;
  /** The caller sees only some of the team. */
  readonly grouped: boolean;
  readonly request: FigureRequest;
  readonly contributors: readonly Contributor[];
  readonly members: readonly Member[];
}

function peopleOf(
  context: RequestContext,
  { own, grouped, request, contributors, members }: PeopleChoice,
): readonly string[] | undefined {
  if (own) return [context.user.email.toLowerCase()];
  const known = new Set([...contributors, ...members].map(each => each.email.toLowerCase()));
  const stranger = (request.users ?? []).find(each => grouped && !known.has(each.toLowerCase()));
  if (stranger !== undefined) throw invalidField('users', `names ${stranger}, who is not in your group`);
  const named = request.users?.map(each => each.toLowerCase());
  if (request.role === undefined) return named ?? (grouped ? [...known] : undefined);
  const inRole = contributors.filter(each => each.role === request.role).map(each => each.email.toLowerCase());
  return named === undefined ? inRole : inRole.filter(each => named.includes(each));
}

function knownZone(zone: string | undefined): string {
  if (zone === undefined) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw invalidField('time_zone', 'must be a name such as Europe/Berlin');
  }
}
