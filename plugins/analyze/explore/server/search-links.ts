import { createHash } from 'node:crypto';
import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';

type Trx = Kysely<unknown>;

/** Links nobody opens are forgotten after so many days (explore query 8). */
const KEPT_DAYS = 90;
/** Characters of the JSON of a state. */
const MOST = 100_000;

/** Short names for what a search shows: its query, folder, subset, view and level. */
@injectable()
export class SearchLinks {
  /** The name of a state; the same state has the same name. */
  async keep(context: RequestContext, projectId: number, state: Readonly<Record<string, unknown>>): Promise<string> {
    const json = JSON.stringify(state);
    if (json.length > MOST) throw invalidField('bodyParams', `must have at most ${MOST} characters`);
    const hash = createHash('sha256').update(json).digest('base64url').slice(0, 22);
    await context.transaction(async (trx: Trx) => {
      await sql`insert into explore.hash (team_id, project_id, hash, state) values (${context.team.id}, ${projectId}, ${hash}, ${json}::jsonb) on conflict (team_id, project_id, hash) do update set used_at = now()`.execute(
        trx,
      );
      await sql`delete from explore.hash where team_id = ${context.team.id} and used_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
        trx,
      );
    });
    return hash;
  }

  /** @throws Fault NOT_FOUND. */
  async get(context: RequestContext, projectId: number, hash: string): Promise<Readonly<Record<string, unknown>>> {
    const {
      rows: [row],
    } = await context.transaction((trx: Trx) =>
      sql<{ state: Record<string, unknown> }>`update explore.hash set used_at = now()
      where team_id = ${context.team.id} and project_id = ${projectId} and hash = ${hash} and used_at > now() - make_interval(days => ${KEPT_DAYS}) returning state`.execute(
        trx,
      ),
    );
    if (row === undefined) throw notFound('The link');
    return row.state;
  }
}
