import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { SavedQuery } from '../common/keeping-api.ts';

type Trx = Kysely<unknown>;

/** Saved queries of a project. */
const MOST = 500;

interface Row {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly text: string;
  readonly creator: string;
  readonly shared: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Fields of a saved query that may be changed; absent parts stay. */
export interface SavedQueryChange {
  readonly name?: string | undefined;
  readonly text?: string | undefined;
  readonly shared?: boolean | undefined;
}

/** Queries kept under names: shared ones are everybody's, private ones only their creator's (explore query 8). */
@injectable()
export class SavedQueries {
  async list(
    context: RequestContext,
    projectId: number,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: SavedQuery[]; readonly count: number }> {
    return context.transaction(async (trx: Trx) => {
      const seen = sql`from explore.saved_query where team_id = ${context.team.id} and project_id = ${projectId} and (shared or creator = ${context.user.email})`;
      const { rows } = await sql<Row>`select * ${seen} order by id offset ${offset} limit ${limit}`.execute(trx);
      const {
        rows: [total],
      } = await sql<{ count: number }>`select count(*)::int as count ${seen}`.execute(trx);
      return { data: rows.map(view), count: total!.count };
    });
  }

  /** @throws Fault NAME_EXISTS (409), PROJECT_LIMIT (422). */
  async create(
    context: RequestContext,
    projectId: number,
    { name, text, shared }: { readonly name: string; readonly text: string; readonly shared: boolean },
  ): Promise<SavedQuery> {
    return named(() =>
      context.transaction(async (trx: Trx) => {
        const {
          rows: [row],
        } =
          await sql<Row>`insert into explore.saved_query (team_id, project_id, name, text, creator, shared) values (${context.team.id}, ${projectId}, ${name.trim()}, ${text}, ${context.user.email}, ${shared}) returning *`.execute(
            trx,
          );
        const {
          rows: [total],
        } = await sql<{
          count: number;
        }>`select count(*)::int as count from explore.saved_query where team_id = ${context.team.id} and project_id = ${projectId}`.execute(
          trx,
        );
        if (total!.count > MOST)
          throw new Fault('PROJECT_LIMIT', `A project has at most ${MOST} saved queries.`, { status: 422 });
        return view(row!);
      }),
    );
  }

  /** Changes an own query, or anybody's shared one. @throws Fault NOT_FOUND, NAME_EXISTS (409). */
  async update(
    context: RequestContext,
    projectId: number,
    id: number,
    { name, text, shared }: SavedQueryChange,
  ): Promise<SavedQuery> {
    return named(() =>
      context.transaction(async (trx: Trx) => {
        const {
          rows: [row],
        } =
          await sql<Row>`update explore.saved_query set name = coalesce(${name?.trim() ?? null}::text, name), text = coalesce(${text ?? null}::text, text), shared = coalesce(${shared ?? null}::boolean, shared), updated_at = now()
        where team_id = ${context.team.id} and project_id = ${projectId} and id = ${id} and (shared or creator = ${context.user.email}) returning *`.execute(
            trx,
          );
        if (row === undefined) throw notFound('The query');
        return view(row);
      }),
    );
  }

  async remove(context: RequestContext, projectId: number, id: number): Promise<void> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql`delete from explore.saved_query where team_id = ${context.team.id} and project_id = ${projectId} and id = ${id} and (shared or creator = ${context.user.email}) returning id`.execute(
        trx,
      ),
    );
    if (rows.length === 0) throw notFound('The query');
  }
}

const view = ({
  created_at: created,
  updated_at: updated,
  id,
  project_id,
  name,
  text,
  creator,
  shared,
}: Row): SavedQuery => ({
  id,
  project_id,
  name,
  text,
  creator,
  shared,
  createdAt: created.toISOString(),
  updatedAt: updated.toISOString(),
});

async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault('NAME_EXISTS', 'A query of this name already exists.', { status: 409, details: { field: 'name' } });
  }
}
