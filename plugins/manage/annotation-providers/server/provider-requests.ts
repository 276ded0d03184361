import { inject } from 'inversify';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { conflict, Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { AuditLog } from '#core/audit/server/index.ts';
import type { RequestContexts } from '#core/kernel/server/index.ts';
import { PluginGate, RequestContextsToken } from '#core/kernel/server/index.ts';
import { projectRoles, teamRoles } from '#core/permissions/common/index.ts';
import { Contributors, projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ProviderRequest } from '../common/api.ts';
import type { RequestAnswer, RequestDecision, RequestState } from '../common/request-states.ts';
import { answersIn, decisionsIn, openStates } from '../common/request-states.ts';
import type { RequestRow, RequestTables } from './request-table.ts';

interface Draft {
  /** Names a member of the team, or somebody who is invited. */
  readonly email: string;
  readonly role: number;
  readonly message: string;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

interface Change<State extends RequestState> {
  readonly state: State;
  readonly note: string;
  readonly version: number;
}

type Named = RequestRow & { readonly project: string };

/** Projects that were sent to people of annotation providers. */
export class ProviderRequests {
  constructor(
    @inject(Contributors) private readonly contributors: Contributors,
    @inject(AuditLog) private readonly audit: AuditLog,
    @inject(RequestContextsToken) private readonly contexts: RequestContexts,
    @inject(PluginGate) private readonly gate: PluginGate,
  ) {}

  /**
   * Refuses a role that the person could not be given, before they are invited or asked. Who has a part in the project
   * already keeps their role.
   * @throws Fault INVALID_FIELD for a role that the project does not have, FORBIDDEN for one the caller may not give
   */
  async check(context: RequestContext, projectId: number, { email, role: asked }: Draft): Promise<void> {
    const { present, part } = await this.#state(context, projectId, email);
    if (part !== undefined) return;
    const role = present?.role ?? asked;
    const roles = await this.contributors.roles(context, projectId);
    if (!roles.some(each => each.id === role))
      throw invalidField(
        'body.user_role',
        `must be a role of this project: ${roles.map(each => `${each.id} ${each.name}`).join(', ')}`,
      );
    if (role === projectRoles.projectAdmin) await context.demand('ManageProjectAdminPermissions', { projectId });
  }

  /**
   * Shares a project with a person, unless they have a part in it, and asks them to accept it; returns the open request
   * where there is one. The role has been checked.
   */
  async send(context: RequestContext, projectId: number, { email, role, message }: Draft): Promise<ProviderRequest> {
    const { present, part } = await this.#state(context, projectId, email);
    // Who was taken out of the project meanwhile gets it again; who has a part in it keeps their role.
    if (part === undefined) await this.contributors.share(context, projectId, [{ email, role: present?.role ?? role }]);
    if (present !== undefined) return viewOf(present);
    await context.transaction(async (trx: Kysely<RequestTables>) => {
      const made = await trx
        .insertInto('annotation_providers.request')
        .values({
          team_id: context.team.id,
          project_id: projectId,
          email,
          role: part?.role ?? role,
          message,
          shared: part === undefined,
          state: 'sent',
          sent_by: context.user.email,
        })
        .onConflict(conflict => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (made !== undefined) await this.audit.record(context, 'project.sentToProvider', { project: projectId, email });
    });
    const sent = await this.#open(context, projectId, email);
    if (sent === undefined) throw notFound('The project');
    return viewOf(sent);
  }

  /** Returns a page of the requests of a project, the newest first. */
  ofProject(
    context: RequestContext,
    projectId: number,
    page: Page,
  ): Promise<{ data: ProviderRequest[]; count: number }> {
    return this.#page(context, page, query => query.where('project_id', '=', projectId));
  }

  /** Returns a page of the requests to the caller, the newest first. */
  received(context: RequestContext, page: Page): Promise<{ data: ProviderRequest[]; count: number }> {
    return this.#page(context, page, query => query.where('email', '=', context.user.email));
  }

  /** Changes a request for the team. @throws Fault NOT_FOUND, CONFLICT (409) after another change, REQUEST_STATE (409) */
  decide(
    context: RequestContext,
    projectId: number,
    id: number,
    change: Change<RequestDecision>,
  ): Promise<ProviderRequest> {
    return this.#change(context, id, change, decisionsIn, row => row.project_id === projectId);
  }

  /** Changes a request for its provider. @throws Fault NOT_FOUND, CONFLICT (409) after another change, REQUEST_STATE (409) */
  answer(context: RequestContext, id: number, change: Change<RequestAnswer>): Promise<ProviderRequest> {
    return this.#change(context, id, change, answersIn, row => row.email === context.user.email);
  }

  /** Withdraws the open requests to somebody who leaves the team. Runs in the caller's transaction. */
  async withdrawAll(context: RequestContext, email: string): Promise<void> {
    await context.transaction((trx: Kysely<RequestTables>) =>
      trx
        .updateTable('annotation_providers.request')
        .set({ state: 'withdrawn', note: '', version: sql<number>`version + 1`, changed_at: new Date() })
        .where('email', '=', email)
        .where('state', 'in', [...openStates])
        .execute(),
    );
  }

  async #change<State extends RequestState>(
    context: RequestContext,
    id: number,
    { state, note, version }: Change<State>,
    allowed: (from: RequestState) => readonly State[],
    isTheirs: (row: RequestRow) => boolean,
  ): Promise<ProviderRequest> {
    const ends = state === 'declined' || state === 'withdrawn';
    const admin = ends ? await this.#asAdmin(context) : context;
    await context.transaction(async (trx: Kysely<RequestTables>) => {
      const row = await trx
        .selectFrom('annotation_providers.request')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined || !isTheirs(row)) throw notFound('The request');
      if (row.version !== version) throw conflict();
      if (!allowed(row.state).includes(state))
        throw new Fault('REQUEST_STATE', `The request is ${row.state} and cannot become ${state}. Load it again.`, {
          status: 409,
          details: { field: 'state', state: row.state },
        });
      await trx
        .updateTable('annotation_providers.request')
        .set({ state, note, version: version + 1, changed_at: new Date() })
        .where('id', '=', id)
        .execute();
      if (ends && row.shared) await this.contributors.remove(admin, row.project_id, [row.email]);
      await this.audit.record(context, 'project.providerRequestChanged', {
        project: row.project_id,
        email: row.email,
        from: row.state,
        to: state,
      });
    });
    const [row] = await this.#read(context, query => query.where('id', '=', id));
    if (row === undefined) throw notFound('The request');
    return viewOf(row);
  }

  /** Returns the open request to a person, and the part that they have in the project. */
  async #state(
    context: RequestContext,
    projectId: number,
    email: string,
  ): Promise<{ readonly present: Named | undefined; readonly part: { readonly role: number } | undefined }> {
    const present = await this.#open(context, projectId, email);
    const part = (await this.contributors.list(context, projectId)).find(each => each.email === email);
    return { present, part };
  }

  async #open(context: RequestContext, projectId: number, email: string): Promise<Named | undefined> {
    const rows = await this.#read(context, query =>
      query
        .where('project_id', '=', projectId)
        .where('email', '=', email)
        .where('state', 'in', [...openStates]),
    );
    return rows[0];
  }

  async #page(
    context: RequestContext,
    { offset, limit }: Page,
    narrow: (query: Query) => Query,
  ): Promise<{ data: ProviderRequest[]; count: number }> {
    const rows = await this.#read(context, narrow);
    return { data: rows.slice(offset, offset + limit).map(viewOf), count: rows.length };
  }

  /** Reads the requests that a condition leaves, of projects that are not deleted, the newest first. */
  async #read(context: RequestContext, narrow: (query: Query) => Query): Promise<readonly Named[]> {
    return context.transaction(async (trx: Kysely<RequestTables>) => {
      const rows = await narrow(trx.selectFrom('annotation_providers.request').selectAll())
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      if (rows.length === 0) return [];
      const names = await sql<{ id: number; name: string }>`select project.id, project.name
        from ${projectRows} as project where project.deleted_at is null
        and project.id = any(${rows.map(each => each.project_id)}::int[])`.execute(trx);
      const byId = new Map(names.rows.map(each => [each.id, each.name]));
      return rows.flatMap(row => {
        const project = byId.get(row.project_id);
        return project === undefined ? [] : [{ ...row, project }];
      });
    });
  }

  /** Returns the context of the caller with the rights of a Team Admin, which taking a Project Admin out needs. */
  async #asAdmin(context: RequestContext): Promise<RequestContext> {
    const { requestId, credential, user, team, scope, address, log, signal } = context;
    return this.contexts.make({
      requestId,
      credential,
      user,
      team: { ...team, role: teamRoles.teamAdmin },
      scope,
      address,
      log,
      signal,
      enablement: await this.gate.enablement(team.organizationId),
    });
  }
}

type Query = SelectQueryBuilder<RequestTables, 'annotation_providers.request', RequestRow>;

const viewOf = ({
  id,
  project_id,
  project,
  email,
  role,
  message,
  state,
  note,
  sent_by,
  version,
  ...times
}: Named): ProviderRequest => ({
  id,
  project_id,
  project,
  provider: email,
  user_role: role,
  message,
  state,
  note,
  sent_by,
  version,
  createdAt: times.created_at.toISOString(),
  changedAt: times.changed_at.toISOString(),
});
