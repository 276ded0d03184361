import type { RequestContext } from '#core/api/server/index.ts';
import type { ComputedField } from '#plugins/organize/custom-fields/server/kit/index.ts';
import { FIRST_COMPUTED_ID } from '#plugins/organize/custom-fields/common/index.ts';
import type { Scores } from './scores.ts';
import type { ScoreValues } from './score-values.ts';

/** Days over which the scores of people are averaged. */
const DAYS = [7, 14, 30] as const;

/**
 * Each score as three fields of people: its averages over 7, 14 and 30 days; in one project when it is given. Values
 * are for who may see scores.
 */
export async function scoreFields(
  context: RequestContext,
  scores: Scores,
  values: ScoreValues,
  projectId: number | undefined,
): Promise<readonly ComputedField[]> {
  const templates = await scores.all(context);
  if (templates.length === 0) return [];
  const averages = (await context.can('ViewUserScores'))
    ? await values.averages(context, { days: DAYS, ...(projectId === undefined ? {} : { projectId }) })
    : [];
  return templates.flatMap(score =>
    DAYS.map((days, at) => ({
      id: FIRST_COMPUTED_ID + score.id * DAYS.length + at,
      name: `${score.name} ${days}D`,
      values: new Map(
        averages
          .filter(each => each.scoreId === score.id && each.days === days)
          .map(each => [each.email, each.average]),
      ),
    })),
  );
}
