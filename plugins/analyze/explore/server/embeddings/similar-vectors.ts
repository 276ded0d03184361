import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { Embeddings } from './embeddings.ts';
import type { ProjectVectors } from './project-vectors.ts';
import { comparedOf } from './project-vectors.ts';
import type { Nearest } from './vector-search.ts';
import { vectorBytes } from './vector-search.ts';
import { VectorTables } from './vector-tables.ts';
import { VectorThread } from './vector-thread.ts';

/** A picture, or an object of it, and how alike it looks, up to 1. */
export interface SimilarEntry {
  readonly itemId: number;
  /** -1 for the whole picture. */
  readonly position: number;
  readonly score: number;
}

/** Returns whether a picture, or an object by its class, is no result. */
export type LeftOut = (entry: { readonly itemId: number; readonly classId: number }) => boolean;

/** An example, and what it is compared with. */
interface Compared {
  readonly table: ProjectVectors;
  readonly place: number;
  readonly query: Int8Array;
  /** 1 at the places that are compared; may hold the example. */
  readonly allowed: Uint8Array;
}

/** Pictures or objects whose likeness shows what is usual in a project. */
const SAMPLE = 1000;

/** Finds pictures and objects by their vectors. */
export class SimilarVectors {
  constructor(
    @inject(Embeddings) private readonly embeddings: Embeddings,
    @inject(VectorTables) private readonly tables: VectorTables,
    @inject(VectorThread) private readonly thread: VectorThread,
    @inject(Items) private readonly items: Items,
  ) {}

  /**
   * The pictures most like that of an item, or the objects most like one of its objects; the best first, without
   * itself.
   * @throws Fault NOT_FOUND, MODEL_UNAVAILABLE (503), SIMILARITY_NOT_READY (409), NO_PICTURE (422).
   */
  async of(
    context: RequestContext,
    projectId: number,
    example: { readonly itemId: number; readonly position?: number | undefined },
    count: number,
  ): Promise<readonly SimilarEntry[]> {
    return this.#mostSimilar(example, await this.#example(context, projectId, example), count);
  }

  /**
   * Those of {@link of} without the ones that are left out, and the likeness of a sample of what could be found.
   * @throws Fault as {@link of}.
   */
  async withSample(
    context: RequestContext,
    projectId: number,
    example: { readonly itemId: number; readonly position?: number | undefined },
    count: number,
    leftOut: LeftOut,
  ): Promise<{ readonly found: readonly SimilarEntry[]; readonly sample: readonly number[] }> {
    const compared = await this.#example(context, projectId, example, leftOut);
    const sampled = sampleOf(compared.allowed, compared.place);
    return {
      found: await this.#mostSimilar(example, compared, count),
      sample:
        sampled.count === 0
          ? []
          : (await this.#nearest(compared.table, compared.query, sampled.count, sampled.marks)).map(each => each.score),
    };
  }

  /** The pictures that fit words best. @throws Fault MODEL_UNAVAILABLE (503), SIMILARITY_NOT_READY (409). */
  async words(
    context: RequestContext,
    projectId: number,
    text: string,
    count: number,
  ): Promise<readonly SimilarEntry[]> {
    const provider = await this.embeddings.demandReady(context, projectId);
    const table = await this.tables.of(context, projectId, provider.version, provider.dimension);
    const match = await provider.matchText(text);
    if (match.by === 'vector') return this.#nearest(table, vectorBytes(match.vector), count, allowedOf(table, false));
    const { tags, probabilities } = table;
    const found = await this.thread.call({
      kind: 'tags',
      table: { tags, probabilities },
      scores: match.scores,
      count,
      allowed: allowedOf(table, false),
    });
    return entriesOf(table, found);
  }

  /**
   * Pictures of the project that differ most from each other.
   * @throws Fault MODEL_UNAVAILABLE (503), SIMILARITY_NOT_READY (409).
   */
  async diverse(context: RequestContext, projectId: number, count: number): Promise<readonly SimilarEntry[]> {
    const table = await this.vectors(context, projectId);
    const { items, ofPictures } = table;
    const places = await this.thread.call({
      kind: 'diverse',
      table: comparedOf(table),
      places: Int32Array.from([...items.keys()].filter(at => ofPictures[at] === 1)),
      count,
    });
    return [...places].map((place, at) => ({ itemId: items[place]!, position: -1, score: 1 - at / count }));
  }

  /** The vectors of a project that are up to date enough to be compared. */
  async vectors(context: RequestContext, projectId: number): Promise<ProjectVectors> {
    const { version, dimension } = await this.embeddings.demandReady(context, projectId);
    return this.tables.of(context, projectId, version, dimension);
  }

  async #example(
    context: RequestContext,
    projectId: number,
    { itemId, position = -1 }: { readonly itemId: number; readonly position?: number | undefined },
    leftOut?: LeftOut,
  ): Promise<Compared> {
    await this.items.get(context, itemId, projectId);
    const table = await this.vectors(context, projectId);
    const place = table.buffer.placeOf(itemId, position);
    if (place === -1)
      throw new Fault(
        'NO_PICTURE',
        position === -1
          ? 'This item has no picture that can be compared.'
          : 'This object has no box in a picture that can be compared.',
        { status: 422 },
      );
    const query = table.vectors.slice(place * table.dimension, (place + 1) * table.dimension);
    return { table, place, query, allowed: allowedOf(table, position >= 0, leftOut) };
  }

  async #mostSimilar(
    { itemId, position = -1 }: { readonly itemId: number; readonly position?: number | undefined },
    { table, query, allowed }: Compared,
    count: number,
  ): Promise<readonly SimilarEntry[]> {
    const found = await this.#nearest(table, query, count + 1, allowed);
    return found.filter(each => each.itemId !== itemId || each.position !== position).slice(0, count);
  }

  async #nearest(
    table: ProjectVectors,
    query: Int8Array,
    count: number,
    allowed: Uint8Array,
  ): Promise<readonly SimilarEntry[]> {
    const found = await this.thread.call({ kind: 'nearest', table: comparedOf(table), query, count, allowed });
    return entriesOf(table, found);
  }
}

/** Returns the marks of the objects of a table, or of its pictures, without those that are left out. */
function allowedOf(table: ProjectVectors, objects: boolean, leftOut?: LeftOut): Uint8Array {
  const { items, classes, ofObjects, ofPictures } = table;
  const kind = objects ? ofObjects : ofPictures;
  if (leftOut === undefined) return kind;
  return kind.map((mark, at) => (mark === 1 && !leftOut({ itemId: items[at]!, classId: classes[at]! }) ? 1 : 0));
}

/** Marks places spread evenly over those that are allowed, at most {@link SAMPLE}, without one place. */
function sampleOf(allowed: Uint8Array, without: number): { readonly marks: Uint8Array; readonly count: number } {
  let among = 0;
  for (let at = 0; at < allowed.length; at++) if (allowed[at] === 1 && at !== without) among++;
  const step = Math.max(1, among / SAMPLE);
  const marks = new Uint8Array(allowed.length);
  let count = 0;
  for (let at = 0, seen = 0; at < allowed.length; at++)
    if (allowed[at] === 1 && at !== without && seen++ >= count * step) {
      marks[at] = 1;
      count++;
    }
  return { marks, count };
}

const entriesOf = ({ items, positions }: ProjectVectors, { places, scores }: Nearest): readonly SimilarEntry[] =>
  [...places].map((place, at) => ({ itemId: items[place]!, position: positions[place]!, score: scores[at]! }));
