import { injectable } from 'inversify';
import type { GeneratedAlways, Kysely } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Link, LinkDraft } from '../common/api.ts';

interface LinkTables {
  'team_links.link': { id: GeneratedAlways<number>; team_id: number; title: string; address: string };
}
type Trx = Kysely<LinkTables>;

/** Most links of a team. */
const MOST_LINKS = 200;

/** Links of a team. Transactions of a call see the rows of its team only. */
@injectable()
export class TeamLinks {
  list(context: RequestContext): Promise<Link[]> {
    return context.transaction((trx: Trx) =>
      trx.selectFrom('team_links.link').select(['id', 'title', 'address']).orderBy('title').execute(),
    );
  }

  /** Adds a link or replaces the one of the same title. @throws Fault PLAN_LIMIT (422) for more than 200 links */
  async add(context: RequestContext, draft: LinkDraft): Promise<Link> {
    const others = (await this.list(context)).filter(each => each.title !== draft.title);
    if (others.length >= MOST_LINKS)
      throw new Fault('PLAN_LIMIT', `A team has at most ${MOST_LINKS} links. Remove one first.`, { status: 422 });
    return context.transaction((trx: Trx) =>
      trx
        .insertInto('team_links.link')
        .values({ team_id: context.team.id, ...draft })
        .onConflict(conflict => conflict.columns(['team_id', 'title']).doUpdateSet({ address: draft.address }))
        .returning(['id', 'title', 'address'])
        .executeTakeFirstOrThrow(),
    );
  }

  /** @throws Fault NOT_FOUND for a link that the team does not have */
  async remove(context: RequestContext, id: number): Promise<void> {
    const { numDeletedRows } = await context.transaction((trx: Trx) =>
      trx.deleteFrom('team_links.link').where('id', '=', id).executeTakeFirst(),
    );
    if (numDeletedRows === 0n) throw notFound('The link');
  }
}
