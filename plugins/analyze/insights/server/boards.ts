import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { Board } from '../common/api.ts';
import type { BoardDraft, Chart } from '../common/chart.ts';
import { limits } from '../common/chart.ts';

type Trx = Kysely<unknown>;

interface Row {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly charts: readonly Chart[];
  readonly version: number;
  readonly creator: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Boards of a project. They belong to everybody who sees its insights. */
export class Boards {
  async list(context: RequestContext, projectId: number): Promise<Board[]> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<Row>`select * from insights.board where team_id = ${context.team.id}::int and project_id = ${projectId}::int
        order by id`.execute(trx),
    );
    return rows.map(view);
  }

  /** @throws Fault NAME_EXISTS (409), PROJECT_LIMIT (422) for more than 100. */
  create(context: RequestContext, projectId: number, { name, charts }: BoardDraft): Promise<Board> {
    return onUniqueViolation(() =>
      context.transaction(async (trx: Trx) => {
        const {
          rows: [row],
        } = await sql<Row>`insert into insights.board (team_id, project_id, name, charts, creator)
        values (${context.team.id}::int, ${projectId}::int, ${name}, ${JSON.stringify(charts)}::jsonb,
          ${context.user.email}) returning *`.execute(trx);
        const {
          rows: [all],
        } = await sql<{
          count: number;
        }>`select count(*)::int as count from insights.board where team_id = ${context.team.id}::int
          and project_id = ${projectId}::int`.execute(trx);
        if (all!.count > limits.boards)
          throw new Fault('PROJECT_LIMIT', `A project has at most ${limits.boards} boards. Delete one first.`, {
            status: 422,
          });
        return view(row!);
      }),
    );
  }

  /** @throws Fault NOT_FOUND, NAME_EXISTS (409), CONFLICT (409) when it was changed since. */
  update(
    context: RequestContext,
    projectId: number,
    id: number,
    { name, charts, version }: BoardDraft & { readonly version: number },
  ): Promise<Board> {
    return onUniqueViolation(() =>
      context.transaction(async (trx: Trx) => {
        const {
          rows: [known],
        } = await sql<Row>`select * from insights.board where team_id = ${context.team.id}::int
            and project_id = ${projectId}::int and id = ${id}::int for update`.execute(trx);
        if (known === undefined) throw notFound('The board');
        if (known.version !== version)
          throw new Fault('CONFLICT', 'Somebody else changed this board. Reload it and make your change again.', {
            status: 409,
            details: { version: known.version },
          });
        const {
          rows: [row],
        } = await sql<Row>`update insights.board set name = ${name}, charts = ${JSON.stringify(charts)}::jsonb,
            version = version + 1, updated_at = now()
        where team_id = ${context.team.id}::int and id = ${id}::int returning *`.execute(trx);
        return view(row!);
      }),
    );
  }

  /** @throws Fault NOT_FOUND */
  async delete(context: RequestContext, projectId: number, id: number): Promise<void> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql`delete from insights.board where team_id = ${context.team.id}::int and project_id = ${projectId}::int
        and id = ${id}::int returning id`.execute(trx),
    );
    if (rows.length === 0) throw notFound('The board');
  }
}

const view = ({ created_at: createdAt, updated_at: updatedAt, charts, ...row }: Row): Board => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  charts: [...charts],
  version: row.version,
  creator: row.creator,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

async function onUniqueViolation<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault('NAME_EXISTS', 'A board with this name already exists.', {
      status: 409,
      details: { field: 'name' },
    });
  }
}
