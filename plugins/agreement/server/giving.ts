import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { Items } from '#plugins/items/server/kit/index.ts';
import type { ProjectTables } from '#plugins/projects/server/kit/index.ts';
import { Works } from './works.ts';

/** What became of giving items to people. */
export interface Given {
  readonly given: number;
  readonly refused: { readonly item_id: number; readonly email: string; readonly message: string }[];
}

/** Gives items to people who are to annotate copies of their own. */
export class Giving {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Works) private readonly works: Works,
  ) {}

  /** Items that are not there for the caller are left out. @throws Fault INVALID_FIELD where one person annotates each item */
  async give(context: RequestContext, projectId: number, itemIds: readonly number[], emails: readonly string[]): Promise<Given> {
    const people = await context.transaction((trx: Kysely<ProjectTables>) => trx.selectFrom('projects.contributor').select(['email', 'role', 'paused'])
      .where('team_id', '=', context.team.id).where('project_id', '=', projectId).where('email', 'in', [...emails]).execute());
    const able = new Map(people.map(each => [each.email, each.role === projectRoles.projectAdmin ? 'Project admins see the annotations of all.' : each.paused ? 'This person is paused in the project.' : undefined]));
    const refused: Given['refused'] = [];
    let given = 0;
    for (const [id, item] of await this.items.byIds(context, projectId, itemIds)) {
      for (const email of emails) {
        const message = able.has(email) ? able.get(email) ?? await this.works.give(context, item, email) : 'This person is not in the project.';
        if (message === undefined) given += 1;
        else refused.push({ item_id: id, email, message });
      }
    }
    return { given, refused };
  }
}
