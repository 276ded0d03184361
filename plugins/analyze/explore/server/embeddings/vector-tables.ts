import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#core/api/server/index.ts';
import type { TagTable } from './tag-search.ts';
import type { VectorTable } from './vector-search.ts';
import { signWords, writeSigns } from './vector-search.ts';
import { OfVectorVersion } from './vector-versions.ts';

type Trx = Kysely<unknown>;

/** Vectors that are kept in memory, in bytes of all projects together. */
const MOST_KEPT = 1024 * 1024 * 1024;
/** Vectors read at a time. */
const PART = 10_000;
const TAGS = 5;
/** Projects whose stamps are kept. */
const MOST_STAMPED = 1000;

/** Vectors of a project in shared memory, with the picture or object of each. */
export interface ProjectVectors extends VectorTable, TagTable {
  readonly items: Int32Array;
  /** -1 for whole pictures. */
  readonly positions: Int32Array;
  /** Classes of objects, 0 for pictures. */
  readonly classes: Int32Array;
  /** 1 at the places of whole pictures, and at those of objects. Both lie in shared memory. */
  readonly ofPictures: Uint8Array;
  readonly ofObjects: Uint8Array;
}

/** Number of the vectors of a project, and a text that is another one when they change. */
interface Stamp {
  readonly count: number;
  readonly stamp: string;
}

/** Reads the vectors of projects, and keeps those that were asked for last. */
export class VectorTables {
  readonly #kept = new LRUCache<string, ProjectVectors>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ vectors, signs, items }) =>
      Math.max(1, vectors.byteLength + signs.byteLength + items.length * 44),
  });

  readonly #stamps = new OfVectorVersion<Stamp>(MOST_STAMPED);

  /** Returns the vectors of one version of a project. */
  async of(context: RequestContext, projectId: number, version: string, dimension: number): Promise<ProjectVectors> {
    return context.transaction(async (trx: Trx) => {
      const own = sql`from explore.embedding as kept left join explore.instance as r
          on r.team_id = kept.team_id and r.item_id = kept.item_id and r.position = kept.position
        where kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int and kept.provider = ${version}::text
          and kept.vector is not null and (kept.position = -1 or r.item_id is not null)`;
      // Objects that swap their classes change the sum too.
      const { count, stamp } = await this.#stamps.of(trx, context, { projectId, provider: version }, async () => {
        const { rows } = await sql<Stamp>`select count(*)::int as count,
          count(*) || '/' || coalesce(max(kept.made_at)::text, '') || '/'
            || coalesce(sum(r.class_id * ((kept.item_id * 31::bigint + kept.position) % 100003)), 0) as stamp ${own}`.execute(
          trx,
        );
        return rows[0]!;
      });
      const key = `${context.team.id}/${projectId}/${version}/${stamp}`;
      const known = this.#kept.get(key);
      if (known !== undefined) return known;
      const table = emptyTable(count, dimension);
      let [at, item, position] = [0, 0, -2];
      while (at < count) {
        const { rows } = await sql<{
          item_id: number;
          position: number;
          class_id: number | null;
          vector: Uint8Array;
          tags: readonly (readonly [number, number])[] | null;
        }>`select kept.item_id, kept.position, r.class_id, kept.vector, kept.tags ${own}
          and (kept.item_id, kept.position) > (${item}::int, ${position}::int) order by kept.item_id, kept.position limit ${PART}`.execute(
          trx,
        );
        for (const row of rows) if (at < count) writeRow(table, at++, row);
        const last = rows.at(-1);
        if (last === undefined) break;
        [item, position] = [last.item_id, last.position];
      }
      this.#kept.set(key, table);
      return table;
    });
  }
}

/** Returns the place of a picture or an object; -1 when it has no vector. Places are in order of items and positions. */
export function placeOf({ items, positions }: ProjectVectors, itemId: number, position: number): number {
  let [low, high] = [0, items.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const difference = items[middle]! - itemId || positions[middle]! - position;
    if (difference === 0) return middle;
    if (difference < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Returns a table of zeros in shared memory, which threads use without a copy. */
function emptyTable(count: number, dimension: number): ProjectVectors {
  const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);
  return {
    dimension,
    vectors: new Int8Array(shared(count * dimension)),
    signs: new Uint32Array(shared(count * signWords(dimension) * 4)),
    items: new Int32Array(count),
    positions: new Int32Array(count),
    classes: new Int32Array(count),
    ofPictures: new Uint8Array(shared(count)),
    ofObjects: new Uint8Array(shared(count)),
    tags: new Uint16Array(shared(count * TAGS * 2)),
    probabilities: new Float32Array(shared(count * TAGS * 4)),
  };
}

function writeRow(
  table: ProjectVectors,
  at: number,
  row: {
    readonly item_id: number;
    readonly position: number;
    readonly class_id: number | null;
    readonly vector: Uint8Array;
    readonly tags: readonly (readonly [number, number])[] | null;
  },
): void {
  const words = signWords(table.dimension);
  const vector = new Int8Array(row.vector.buffer, row.vector.byteOffset, row.vector.byteLength);
  table.vectors.set(vector.subarray(0, table.dimension), at * table.dimension);
  writeSigns(vector, table.signs.subarray(at * words, (at + 1) * words));
  table.items[at] = row.item_id;
  table.positions[at] = row.position;
  (row.position === -1 ? table.ofPictures : table.ofObjects)[at] = 1;
  table.classes[at] = row.class_id ?? 0;
  row.tags?.slice(0, TAGS).forEach(([tag, probability], place) => {
    table.tags[at * TAGS + place] = tag;
    table.probabilities[at * TAGS + place] = probability;
  });
}
