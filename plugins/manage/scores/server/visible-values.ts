import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { isTeamAdmin } from '#core/permissions/common/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';

/**
 * Returns the condition for values that the caller sees: team admins of all; who may see scores of those that everyone
 * with the right sees; everybody of the own ones, unless the score is for admins only. `value` names the table of
 * values.
 */
export async function visibleValues(context: RequestContext, value = 'scores.value'): Promise<RawBuilder<boolean>> {
  if (isTeamAdmin(context.team.role as TeamRole)) return sql<boolean>`true`;
  const sees = await context.can('ViewUserScores');
  const audience = sql`(select visible_to from scores.score where score.team_id = ${sql.ref(`${value}.team_id`)} and score.id = ${sql.ref(`${value}.score_id`)})`;
  const own = sql<boolean>`(${sql.ref(`${value}.email`)} = ${context.user.email} and ${audience} <> 'admins')`;
  return sees ? sql<boolean>`(${own} or ${audience} = 'everyone')` : own;
}
