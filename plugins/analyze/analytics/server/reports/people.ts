import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { annotationRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import { historyRows } from '#plugins/review/item-details/server/kit/index.ts';
import { assignmentRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { PersonChoice, PersonRow } from '../../common/report.ts';
import { workedOnBy } from '../../common/query-text.ts';
import type { FigureScope } from '../figure-scope.ts';
import { isTimed, workTime } from '../work-time.ts';

type Trx = Kysely<unknown>;

interface Work {
  readonly email: string;
  readonly items?: number;
  readonly objects?: number;
  readonly transitions?: number;
  readonly time_ms?: number;
  readonly approved?: number;
  readonly disapproved?: number;
  readonly last?: Date;
}

/**
 * Returns the work of each person in a scope: everybody with a place in the project, and others who worked in it. By
 * name.
 */
export async function people(context: RequestContext, scope: FigureScope): Promise<readonly PersonRow[]> {
  const work = await workOf(context, scope);
  const roles = new Map(scope.contributors.map(each => [each.email.toLowerCase(), each]));
  const members = new Map(scope.members.map(each => [each.email.toLowerCase(), each]));
  const listed = [...new Set([...roles.keys(), ...work.keys()])].filter(
    each => scope.people === undefined || scope.people.includes(each),
  );
  return listed
    .map(email => {
      const done = work.get(email);
      const [role, member] = [roles.get(email), members.get(email)];
      const time = isTimed(scope) ? (done?.time_ms ?? 0) : null;
      const per = (count: number | undefined): number | null =>
        time === null || count === undefined || count === 0 ? null : time / count;
      return {
        email,
        name: `${member?.firstName ?? ''} ${member?.lastName ?? ''}`.trim() || (member?.address ?? email),
        role: role?.role ?? null,
        role_name: role?.role_name ?? null,
        items: done?.items ?? 0,
        objects: done?.objects ?? 0,
        transitions: done?.transitions ?? 0,
        time_ms: time,
        time_per_item_ms: per(done?.items),
        time_per_object_ms: per(done?.objects),
        approved: done?.approved ?? 0,
        disapproved: done?.disapproved ?? 0,
        last_active: done?.last?.toISOString() ?? null,
        query: scope.query(scope.people?.length === 1 ? undefined : workedOnBy([email])),
      };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name) || (one.email < other.email ? -1 : 1));
}

/** People by name, with the number of their items. */
export const peopleChoices = (rows: readonly PersonRow[]): PersonChoice[] =>
  rows.map(({ email, name, role, role_name, items }) => ({ email, name, role, role_name, items }));

async function workOf(context: RequestContext, scope: FigureScope): Promise<ReadonlyMap<string, Work>> {
  const [team, project] = [context.team.id, scope.projectId];
  const parts = await context.transaction(async (trx: Trx) => {
    const read = async (query: ReturnType<typeof sql<Work>>): Promise<readonly Work[]> =>
      (await query.execute(trx)).rows;
    return [
      // Duplicates go by a hash; counting distinct ones sorts millions of rows.
      await read(sql<Work>`select work.email, count(*)::int as items from (
          select lower(email) as email, item_id from ${assignmentRows} where team_id = ${team}::int
            and project_id = ${project}::int
          union select email, item_id from analytics.transition where team_id = ${team}::int
            and project_id = ${project}::int and email is not null
          union select email, item_id from analytics.object_count where team_id = ${team}::int
            and project_id = ${project}::int and email <> ''
        ) as work join ${scope.items} as item on item.id = work.item_id where ${scope.counts(sql.ref('work.email'))}
          group by work.email`),
      await read(sql<Work>`select counted.email, sum(counted.objects)::int as objects
        from analytics.object_count as counted join ${scope.items} as item on item.id = counted.item_id
        where counted.team_id = ${team}::int and counted.email <> '' and ${scope.counts(sql.ref('counted.email'))}
          group by counted.email`),
      await read(sql<Work>`select moved.email, count(*)::int as transitions, max(moved.at) as last
        from analytics.transition as moved join ${scope.items} as item on item.id = moved.item_id
        where moved.team_id = ${team}::int and moved.email is not null and ${scope.counts(sql.ref('moved.email'))}
          group by moved.email`),
      await read(sql<Work>`select lower(entry.by_email) as email,
        (count(*) filter (where entry.after = '2'))::int as approved,
        (count(*) filter (where entry.after = '1'))::int as disapproved, max(entry.at) as last
        from ${historyRows} as entry join ${scope.items} as item on item.id = entry.item_id
        where entry.team_id = ${team}::int and entry.project_id = ${project}::int and entry.kind = 'approval'
          and entry.by_email is not null and ${scope.counts(sql.ref('entry.by_email'))} group by 1`),
      await read(sql<Work>`select lower(kept.updated_by) as email, max(kept.updated_at) as last
        from ${annotationRows} as kept join ${scope.items} as item on item.id = kept.item_id
        where kept.team_id = ${team}::int and ${scope.counts(sql.ref('kept.updated_by'))} group by 1`),
      isTimed(scope)
        ? await read(
            sql<Work>`select work.email, sum(work.gap)::float8 as time_ms, max(work.at) as last
              from ${workTime(team, scope)} as work join ${scope.items} as item on item.id = work.item_id
                group by work.email`,
          )
        : [],
    ];
  });
  const found = new Map<string, Work>();
  for (const each of parts.flat()) {
    const known = found.get(each.email);
    const last = [known?.last, each.last]
      .filter(at => at !== undefined)
      .toSorted((one, other) => other.getTime() - one.getTime())[0];
    found.set(each.email, { ...known, ...each, ...(last === undefined ? {} : { last }) });
  }
  return found;
}
