import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { excerptOf } from '../../common/text-passages.ts';
import { Passages } from './passages.ts';
import type { SimilarEntry } from './similar-vectors.ts';
import { comparedOf } from './project-vectors.ts';
import { vectorBytes } from './vector-search.ts';
import { VectorTables } from './vector-tables.ts';
import { VectorThread } from './vector-thread.ts';

type Trx = Kysely<unknown>;

/** Passages that are compared for each item that is wanted, at first. */
const PASSAGES_EACH = 3;

/** Finds items by the meaning of their texts and answers. */
export class SimilarTexts {
  constructor(
    @inject(Passages) private readonly passages: Passages,
    @inject(VectorTables) private readonly tables: VectorTables,
    @inject(VectorThread) private readonly thread: VectorThread,
  ) {}

  /**
   * The items with the passages nearest to words, the best first, each with its best passage; undefined where the
   * project has no texts or no model reads them. Answers of `hidden` components are left out.
   * @throws Fault SIMILARITY_NOT_READY (409).
   */
  async find(
    context: RequestContext,
    projectId: number,
    words: string,
    count: number,
    hidden: readonly string[],
  ): Promise<readonly SimilarEntry[] | undefined> {
    const provider = await this.passages.demandReady(context, projectId);
    if (provider === undefined) return undefined;
    const [query] = await provider.embedTexts([words]);
    const table = await this.tables.of(context, projectId, provider.version, provider.dimension);
    const { items, positions, classes, ofPictures } = table;
    const hashes = await this.#hashes(context, hidden);
    // A component whose hash is that of a hidden one is left out as well.
    const allowed =
      hashes.size === 0 ? ofPictures : ofPictures.map((mark, at) => (hashes.has(classes[at]!) ? 0 : mark));
    for (let most = count * PASSAGES_EACH; ; most *= PASSAGES_EACH) {
      const { places, scores } = await this.thread.call({
        kind: 'nearest',
        table: comparedOf(table),
        query: vectorBytes(query!),
        count: Math.min(most, items.length),
        allowed,
      });
      const best = new Map<number, SimilarEntry>();
      for (const [at, place] of places.entries()) {
        const itemId = items[place]!;
        if (!best.has(itemId)) best.set(itemId, { itemId, position: positions[place]!, score: scores[at]! });
      }
      // Many passages of one item may be nearer than the first of another.
      if (best.size >= count || most >= items.length) return [...best.values()].slice(0, count);
    }
  }

  /** The starts of passages, by the ids of their items. */
  async excerpts(
    context: RequestContext,
    projectId: number,
    passages: ReadonlyMap<number, number>,
  ): Promise<ReadonlyMap<number, { readonly excerpt: string }>> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ item_id: number; passage: string }>`select kept.item_id, kept.passage from explore.embedding as kept
        join unnest(${[...passages.keys()]}::int[], ${[...passages.values()]}::int[]) as given (item_id, position)
          on kept.item_id = given.item_id and kept.position = given.position
        where kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int and kept.passage is not null`.execute(
        trx,
      ),
    );
    return new Map(rows.map(row => [row.item_id, { excerpt: excerptOf(row.passage) }]));
  }

  async #hashes(context: RequestContext, names: readonly string[]): Promise<ReadonlySet<number>> {
    if (names.length === 0) return new Set();
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ hash: number }>`select hashtext(name) as hash from unnest(${[...names]}::text[]) as name`.execute(trx),
    );
    return new Set(rows.map(row => row.hash));
  }
}
