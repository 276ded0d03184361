import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Job } from '#core/data/server/index.ts';
import { People } from '#core/auth/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { Comment } from '#plugins/annotate/annotations/common/index.ts';
import { annotationVersionRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { StoredAnnotation } from '#plugins/annotate/annotations/server/kit/index.ts';
import { statusByName, workableStatusIds } from '#plugins/organize/workflow/common/index.ts';
import { Workflows } from '#plugins/organize/workflow/server/kit/index.ts';
import type { FallenAccuracy } from '#plugins/review/gold-items/server/kit/index.ts';
import { assignmentRows, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow, NewAssignments, StatusChange } from '#plugins/workspace/items/server/kit/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import { workKinds } from '../common/notification-kind.ts';
import { newMessages } from '../common/new-messages.ts';
import { NotificationKinds } from './notification-kinds.ts';
import { NotificationOutbox } from './notification-outbox.ts';
import type { NotificationTables } from './notification-tables.ts';

/** Most characters of a comment or an error in a notification. */
const EXCERPT = 200;

/** The status of returned items where projects have no workflow. */
const PLAIN_RETURNED = 4;

const excerpt = (text: string): string => (text.length > EXCERPT ? `${text.slice(0, EXCERPT - 1).trimEnd()}…` : text);
/** The only item, or how many there are. */
const about = (ids: readonly number[]): { readonly itemId?: number; readonly count: number } =>
  ids.length === 1 ? { itemId: ids[0]!, count: 1 } : { count: ids.length };

/** Says whom the events of work on items concern. Its methods run inside the transaction of the event. */
export class WorkEvents {
  constructor(
    @inject(NotificationOutbox) private readonly outbox: NotificationOutbox,
    @inject(NotificationKinds) private readonly kinds: NotificationKinds,
    @inject(Workflows) @optional() private readonly workflows: Workflows | undefined,
    @inject(People) private readonly people: People,
  ) {}

  async assigned(context: RequestContext, { projectId, email, itemIds }: NewAssignments): Promise<void> {
    await this.outbox.add(context, {
      kind: workKinds.assigned.id,
      to: [email],
      projectId,
      ...about(itemIds),
      mergeKey: `${projectId} ${context.user.email}`,
    });
  }

  /**
   * Items of one project that were returned concern those who can work on them now: who is assigned, else who annotated
   * them last.
   */
  async statusChanged(context: RequestContext, changes: readonly StatusChange[]): Promise<void> {
    const projectId = changes[0]?.item.project_id;
    if (projectId === undefined) return;
    const returned = await this.#returned(context, projectId);
    if (returned === undefined) return;
    const ids = changes.filter(each => each.to === returned.status && each.from !== each.to).map(each => each.item.id);
    if (ids.length === 0) return;
    const { rows } = await context.transaction((trx: Kysely<NotificationTables>) =>
      sql<{ item_id: number; email: string | null }>`
        select item.id as item_id, coalesce(
          (select assignment.email from ${assignmentRows} as assignment where assignment.team_id = item.team_id and assignment.item_id = item.id
            and assignment.user_role = any(${returned.roles}::int[]) order by assignment.user_role limit 1),
          (select version.updated_by from ${annotationVersionRows} as version where version.team_id = item.team_id and version.item_id = item.id
            and version.updated_by <> ${context.user.email} order by version.revision desc limit 1)) as email
        from ${itemRows} as item where item.id = any(${ids}::int[])`.execute(trx),
    );
    for (const email of new Set(rows.flatMap(row => row.email ?? []))) {
      const own = rows.filter(row => row.email === email).map(row => row.item_id);
      await this.returned(context, projectId, own, email);
    }
  }

  async returned(context: RequestContext, projectId: number, itemIds: readonly number[], email: string): Promise<void> {
    await this.outbox.add(context, {
      kind: workKinds.returned.id,
      to: [email],
      projectId,
      ...about(itemIds),
      mergeKey: `${projectId} ${context.user.email}`,
    });
  }

  /**
   * Comments concern those who wrote in the thread before and those who are assigned to the item; what they say may
   * mention others.
   */
  async stored(context: RequestContext, { item, revision, document, single }: StoredAnnotation): Promise<void> {
    const { email } = context.user;
    // What was written for others, such as an import, is no conversation.
    if (!single || !document.comments.some(each => each.correspondence.some(message => message.email === email)))
      return;
    const { before, assigned } = await context.transaction(async (trx: Kysely<NotificationTables>) => ({
      before: await trx
        .selectFrom(annotationVersionRows.as('version'))
        .select(sql<readonly Comment[] | null>`document->'comments'`.as('comments'))
        .where('item_id', '=', item.id)
        .where('revision', '<', revision)
        .orderBy('revision', 'desc')
        .limit(1)
        .executeTakeFirst(),
      assigned: await trx
        .selectFrom(assignmentRows.as('assignment'))
        .select('email')
        .where('item_id', '=', item.id)
        .execute(),
    }));
    for (const { text, thread } of newMessages(before?.comments ?? [], document.comments, email))
      await this.outbox.add(context, {
        kind: workKinds.commented.id,
        to: [...new Set([...thread, ...assigned.map(row => row.email)])],
        projectId: item.project_id,
        itemId: item.id,
        detail: excerpt(text),
        text,
        mergeKey: `${item.id} ${email}`,
      });
  }

  /** An item that everybody annotated concerns its reviewers, or all reviewers of the project when none is assigned. */
  async consensusDue(context: RequestContext, item: ItemRow): Promise<void> {
    const reviewers = await context.transaction(async (trx: Kysely<NotificationTables>) => {
      const assigned = await trx
        .selectFrom(assignmentRows.as('assignment'))
        .select('email')
        .where('item_id', '=', item.id)
        .where('user_role', '=', projectRoles.qa)
        .execute();
      if (assigned.length > 0) return assigned;
      const people = await trx
        .selectFrom(contributorRows.as('contributor'))
        .select(['email', 'role'])
        .where('project_id', '=', item.project_id)
        .where('paused', '=', false)
        .where('role', 'in', [projectRoles.qa, projectRoles.projectAdmin])
        .execute();
      const qa = people.filter(each => each.role === projectRoles.qa);
      return qa.length > 0 ? qa : people;
    });
    await this.outbox.add(context, {
      kind: workKinds.consensusDue.id,
      to: reviewers.map(each => each.email),
      projectId: item.project_id,
      itemId: item.id,
      mergeKey: `${item.project_id}`,
    });
  }

  /**
   * An annotator whose work on gold items became too inaccurate concerns the admins of the project, or those who marked
   * its gold items where it has none. The annotator causes no notification: they learn nothing of gold items.
   */
  async goldMissed(context: RequestContext, fallen: FallenAccuracy): Promise<void> {
    const { projectId, email, accuracy, threshold, markedBy } = fallen;
    const people = await context.transaction((trx: Kysely<NotificationTables>) =>
      trx
        .selectFrom(contributorRows.as('contributor'))
        .select(['email', 'role'])
        .where('project_id', '=', projectId)
        .execute(),
    );
    const admins = people.filter(each => each.role === projectRoles.projectAdmin).map(each => each.email);
    const others = new Set(people.map(each => each.email));
    const to = admins.length > 0 ? admins : markedBy.filter(each => !others.has(each));
    if (to.length === 0) return;
    const percent = (share: number): string => `${Math.round(share * 100)} %`;
    await this.outbox.addForTeam(context.team.id, {
      kind: workKinds.goldMissed.id,
      to,
      projectId,
      title: email,
      detail: `${percent(accuracy)} in the last gold items; the threshold is ${percent(threshold)}.`,
      mergeKey: `${projectId} ${email}`,
    });
  }

  /** A job that ended concerns who asked for it; after the fact, for the core ends jobs in transactions of its own. */
  async jobFinished(job: Job): Promise<void> {
    if (job.creatorId === undefined || job.error?.code === 'CANCELED') return;
    const kind = job.state === 'FAILED' ? workKinds.jobFailed : this.kinds.ofJob(`${job.plugin}/${job.name}`);
    const person = kind === undefined ? undefined : await this.people.byId(job.creatorId);
    if (kind === undefined || person === undefined) return;
    const { project_id: projectId } = (job.subject ?? {}) as { readonly project_id?: unknown };
    await this.outbox.addForTeam(
      job.teamId,
      {
        kind: kind.id,
        to: [person.email],
        ...(typeof projectId === 'number' ? { projectId } : {}),
        ...(job.title === undefined ? {} : { title: job.title }),
        ...(job.error === undefined ? {} : { detail: excerpt(job.error.message) }),
      },
      job.id,
    );
  }

  /** The status of returned items, and the roles that work on them; undefined in a workflow that returns nothing. */
  async #returned(
    context: RequestContext,
    projectId: number,
  ): Promise<{ readonly status: number; readonly roles: readonly number[] } | undefined> {
    const workflow = await this.workflows?.ofProject(context, projectId);
    if (workflow === undefined) return { status: PLAIN_RETURNED, roles: [projectRoles.annotator] };
    const status = statusByName(workflow, 'Returned');
    if (status === undefined) return undefined;
    const roles = workflow.roles
      .filter(role => !role.isAdmin && workableStatusIds(workflow, role.role_id).includes(status.status_id))
      .map(role => role.role_id);
    return { status: status.value, roles };
  }
}
