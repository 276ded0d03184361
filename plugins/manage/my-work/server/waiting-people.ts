import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { openComments } from '#plugins/annotate/annotations/server/kit/index.ts';
import { assignmentRows, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { WaitingPerson } from '../common/api.ts';
import type { RoleWork } from './role-works.ts';
import { RoleWorks } from './role-works.ts';

/** Items of one person in one status. */
interface Tally {
  readonly email: string | null;
  readonly role: number | null;
  readonly status: number;
  readonly items: number;
  readonly commented: number;
  readonly since: Date;
}

/** Whom the items of a project wait for. */
export class WaitingPeople {
  constructor(
    @inject(RoleWorks) private readonly roles: RoleWorks,
    @inject(Members) private readonly members: Members,
  ) {}

  /** Returns the people items wait for, the one with most first; last, what is assigned to nobody. */
  async of(context: RequestContext, projectId: number): Promise<readonly WaitingPerson[]> {
    const members = new Map((await this.members.seen(context)).map(each => [each.email, each]));
    const tallies = await this.#tallies(context, projectId);
    const people = new Map<string, Tally[]>();
    for (const each of tallies) {
      const key = `${each.email} ${each.role}`;
      people.set(key, [...(people.get(key) ?? []), each]);
    }
    const found: WaitingPerson[] = [];
    for (const rows of people.values()) {
      const { email, role } = rows[0]!;
      const work = await this.roles.of(context, { project_id: projectId, role: role ?? projectRoles.annotator });
      const member = email === null ? undefined : members.get(email);
      const name = `${member?.firstName ?? ''} ${member?.lastName ?? ''}`.trim();
      found.push({ email, name: name === '' ? email : name, role, ...counts(rows, work) });
    }
    return found.filter(hasAny).toSorted((one, other) => order(other) - order(one));
  }

  async #tallies(context: RequestContext, projectId: number): Promise<readonly Tally[]> {
    const commented = context.enabled('annotations') ? sql`${openComments} > 0` : sql`false`;
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<Tally>`
        select place.email, place.role, item.annotation_status as status, count(*)::int as items,
          (count(*) filter (where ${commented}))::int as commented, min(item.updated_at) as since
        from ${itemRows} as item
        left join lateral (
          select assignment.email, assignment.user_role as role from ${assignmentRows} as assignment
          join ${contributorRows} as contributor on contributor.team_id = assignment.team_id
            and contributor.project_id = assignment.project_id and contributor.email = assignment.email
          where assignment.team_id = item.team_id and assignment.item_id = item.id
        ) as place on true
        where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.deleted_at is null
        group by 1, 2, 3`.execute(trx),
    );
    return rows;
  }
}

/**
 * Sums what waits. Of items that are assigned to nobody only returned ones wait for somebody: the others are the
 * queue's.
 */
function counts(
  rows: readonly Tally[],
  work: RoleWork,
): Pick<WaitingPerson, 'returned' | 'untouched' | 'in_progress' | 'open_comments' | 'since'> {
  const unassigned = rows[0]!.email === null;
  const codes = work.statuses.map(each => each.status);
  const sum = (statuses: readonly number[]): WaitingPerson['returned'] => ({
    items: rows.filter(each => statuses.includes(each.status)).reduce((total, each) => total + each.items, 0),
    statuses: [...statuses],
  });
  const returned = codes.filter(each => each === work.returned);
  const begun = unassigned ? [] : codes.filter(each => each === work.inProgress);
  const untouched = unassigned ? [] : codes.filter(each => each !== work.returned && each !== work.inProgress);
  const waiting = rows.filter(each => [...returned, ...begun, ...untouched].includes(each.status));
  return {
    returned: sum(returned),
    untouched: sum(untouched),
    in_progress: sum(begun),
    open_comments: rows.reduce((total, each) => total + each.commented, 0),
    since: waiting.length === 0 ? null : new Date(Math.min(...waiting.map(each => each.since.getTime()))).toISOString(),
  };
}

const hasAny = (each: WaitingPerson): boolean =>
  each.returned.items + each.untouched.items + each.in_progress.items + each.open_comments > 0;

const order = (each: WaitingPerson): number =>
  each.email === null ? -1 : each.returned.items + each.untouched.items + each.in_progress.items;
