import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { statusById } from '#plugins/organize/workflow/common/index.ts';
import type { FigureScope } from './figure-scope.ts';
import { completedStatuses } from './reports/cards.ts';

/**
 * A table expression of the first verdict on each item of a scope: `item_id`, `annotator`, `submitted_at`, `reviewer`,
 * `accepted` and `at`. A verdict is a status change by another person than the one who made the change before it, to
 * an end
 * of the workflow (accepted) or back to a status in which the annotator's role works (sent back).
 */
export function firstVerdicts(teamId: number, scope: FigureScope): RawBuilder<unknown> {
  const { workflow, projectId } = scope;
  const ends = completedStatuses(scope);
  const back = workflow.roles.flatMap(role =>
    role.workflowRoleStatuses.map(each => ({
      role: role.role_id,
      status: statusById(workflow, each.status_id)?.value ?? -1,
    })),
  );
  const [roles, statuses] = [back.map(each => each.role), back.map(each => each.status)];
  return sql`(select distinct on (item_id) item_id, annotator, submitted_at, reviewer,
    to_status = any(${[...ends]}::int[]) as accepted, at from (
    select moved.id, moved.item_id, moved.email as reviewer, moved.to_status, moved.at,
      lag(moved.email) over changes as annotator, lag(moved.role) over changes as role,
        lag(moved.at) over changes as submitted_at
    from analytics.transition as moved join ${scope.items} as item on item.id = moved.item_id
    where moved.team_id = ${teamId}::int and moved.project_id = ${projectId}::int
    window changes as (partition by moved.item_id order by moved.at, moved.id)
  ) as changes
  where reviewer is distinct from annotator and annotator is not null and role is not null and (
    to_status = any(${[...ends]}::int[]) or (role, to_status) in (select *
      from unnest(${roles}::int[], ${statuses}::int[]))
  ) and ${scope.counts(sql.ref('annotator'))}
  order by item_id, at, id)`;
}
