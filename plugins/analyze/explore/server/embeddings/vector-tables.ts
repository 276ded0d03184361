import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectVectors, VectorRow } from './project-vectors.ts';
import { VectorBuffer } from './project-vectors.ts';
import { OfVectorVersion } from './vector-versions.ts';

type Trx = Kysely<unknown>;

/** Vectors that are kept in memory, in bytes of all projects together. */
const MOST_KEPT = 1024 * 1024 * 1024;
/** Vectors read at a time. */
const PART = 10_000;
/** Before all positions. */
const FIRST = -2_147_483_648;
/** Part of the vectors in memory that may be gone before all are read again. */
const MOST_GONE = 0.25;

/** Reads the vectors of projects, and keeps those that were asked for last. After a write, those of its items are read. */
export class VectorTables {
  readonly #tables = new OfVectorVersion<ProjectVectors>(MOST_KEPT, each => each.buffer.bytes);

  /** Returns the vectors of one version of a project. */
  async of(context: RequestContext, projectId: number, version: string, dimension: number): Promise<ProjectVectors> {
    return context.transaction(async (trx: Trx) => {
      const rows = rowsOf(context, projectId, version);
      const all = (): Promise<ProjectVectors> => allVectors(trx, context, { projectId, version, dimension }, rows);
      return this.#tables.of(
        trx,
        context,
        { projectId, provider: version },
        {
          all,
          async changed({ buffer }, itemIds) {
            if (buffer.goneShare > MOST_GONE) return all();
            const changed = await sql<VectorRow>`${rows} and kept.item_id = any(${[...itemIds]}::int[])`.execute(trx);
            buffer.replace(itemIds, changed.rows);
            return buffer.view();
          },
        },
      );
    });
  }
}

/** Vectors of a version with their classes, or the hashes of the components of answers, as a statement with `where`; objects that are gone are left out. */
const rowsOf = (
  context: RequestContext,
  projectId: number,
  version: string,
): RawBuilder<VectorRow> => sql<VectorRow>`select kept.item_id, kept.position, coalesce(r.class_id, hashtext(kept.component)) as class_id, kept.vector, kept.tags
  from explore.embedding as kept left join explore.instance as r
    on r.team_id = kept.team_id and r.item_id = kept.item_id and r.position = kept.position
  where kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int and kept.provider = ${version}::text
    and kept.vector is not null and (kept.position < 0 or r.item_id is not null)`;

async function allVectors(
  trx: Trx,
  context: RequestContext,
  {
    projectId,
    version,
    dimension,
  }: { readonly projectId: number; readonly version: string; readonly dimension: number },
  rows: RawBuilder<VectorRow>,
): Promise<ProjectVectors> {
  const {
    rows: [expected],
  } = await sql<{ count: number }>`select count(*)::int as count from explore.embedding
    where team_id = ${context.team.id}::int and project_id = ${projectId}::int and provider = ${version}::text and vector is not null`.execute(
    trx,
  );
  const buffer = new VectorBuffer(dimension, expected!.count);
  for (let last: VectorRow | undefined, more = true; more;) {
    const [item, position] = last === undefined ? [0, FIRST] : [last.item_id, last.position];
    const part = await sql<VectorRow>`${rows} and (kept.item_id, kept.position) > (${item}::int, ${position}::int)
      order by kept.item_id, kept.position limit ${PART}`.execute(trx);
    buffer.fill(part.rows);
    last = part.rows.at(-1);
    more = part.rows.length === PART;
  }
  return buffer.view();
}
