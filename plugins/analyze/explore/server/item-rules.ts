import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { picturesOf } from '../common/query/pictures-of.ts';
import { ExploreSync } from './explore-sync.ts';
import { QueryPlanner } from './query-planner.ts';
import { Searches } from './searches.ts';

/** Checks items against queries that are rules of their workflow. */
export class ItemRules {
  constructor(
    @inject(Searches) private readonly searches: Searches,
    @inject(ExploreSync) private readonly sync: ExploreSync,
  ) {}

  /**
   * Returns why an item does not match a query that is a rule of its workflow: nothing when it does. A rule holds for
   * everybody alike, so assignments and answers count that the caller may not see.
   */
  async mismatches(
    context: RequestContext,
    item: { readonly id: number; readonly project_id: number },
    text: string,
  ): Promise<readonly { readonly message: string }[]> {
    const { typed, problems } = await this.searches.check(context, item.project_id, text);
    const [problem] = problems;
    if (problem !== undefined) return [{ message: `The rule “${text}” cannot be checked: ${problem.message}` }];
    if (picturesOf(typed).measured)
      return [{ message: `The rule “${text}” cannot be checked: rules do not compare how pictures look.` }];
    await this.sync.prepareItem(context, item.project_id, item.id);
    const planner = new QueryPlanner({
      teamId: context.team.id,
      projectId: item.project_id,
      viewer: context.user.email,
      assignments: undefined,
      hidden: { components: [], classIds: [] },
    });
    const condition = typed.condition === undefined ? sql<boolean>`true` : planner.condition(typed.condition);
    const matches = await context.transaction(
      async (trx: Kysely<unknown>) =>
        (
          await sql`select item.id from ${itemRows} as item where item.team_id = ${context.team.id}::int and item.id = ${item.id}::int and ${condition}`.execute(
            trx,
          )
        ).rows.length > 0,
    );
    return matches ? [] : [{ message: `The item does not match “${text}”` }];
  }
}
