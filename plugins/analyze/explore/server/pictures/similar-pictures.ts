import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { DESCRIPTOR_LENGTH, likeness } from '../../common/picture-measures.ts';
import { Pictures } from './pictures.ts';

type Trx = Kysely<unknown>;

/** Descriptors that are kept in memory, in bytes of all projects together. */
const MOST_KEPT = 128 * 1024 * 1024;
/** Descriptors read at a time. */
const PART = 10_000;

/** A picture and how alike it looks, from 0 to 1. */
interface SimilarPicture {
  readonly itemId: number;
  readonly score: number;
}

interface Descriptors {
  readonly ids: readonly number[];
  /** One after another. */
  readonly bytes: Uint8Array;
}

/** Finds pictures that look alike by their colours and edges, comparing with each picture of the project. */
export class SimilarPictures {
  readonly #kept = new LRUCache<string, Descriptors>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  });

  constructor(
    @inject(Pictures) private readonly pictures: Pictures,
    @inject(Items) private readonly items: Items,
  ) {}

  /**
   * All pictures of the project, the most similar first, without the item itself and those of which `leftOut` is true.
   * @throws Fault NOT_FOUND, SIMILARITY_NOT_READY (409), NO_PICTURE (422).
   */
  async all(
    context: RequestContext,
    projectId: number,
    itemId: number,
    leftOut?: (itemId: number) => boolean,
  ): Promise<readonly SimilarPicture[]> {
    await this.items.get(context, itemId, projectId);
    await this.pictures.demandReady(context, projectId);
    const { ids, bytes } = await this.#descriptors(context, projectId);
    const place = ids.indexOf(itemId);
    if (place === -1) throw new Fault('NO_PICTURE', 'This item has no picture that can be compared.', { status: 422 });
    const at = (index: number): Uint8Array =>
      bytes.subarray(index * DESCRIPTOR_LENGTH, (index + 1) * DESCRIPTOR_LENGTH);
    const own = at(place);
    return ids
      .map((id, index) => ({ itemId: id, score: likeness(own, at(index)) }))
      .filter(each => each.itemId !== itemId && leftOut?.(each.itemId) !== true)
      .sort((one, other) => other.score - one.score || one.itemId - other.itemId);
  }

  async #descriptors(context: RequestContext, projectId: number): Promise<Descriptors> {
    return context.transaction(async (trx: Trx) => {
      const own = sql`team_id = ${context.team.id}::int and project_id = ${projectId}::int and descriptor is not null`;
      const { rows: stamps } = await sql<{
        stamp: string;
      }>`select count(*) || '/' || coalesce(max(measured_at)::text, '') as stamp from explore.picture where ${own}`.execute(
        trx,
      );
      const key = `${context.team.id}/${projectId}/${stamps[0]!.stamp}`;
      const kept = this.#kept.get(key);
      if (kept !== undefined) return kept;
      const ids: number[] = [];
      const parts: Uint8Array[] = [];
      for (;;) {
        const { rows } = await sql<{
          item_id: number;
          descriptor: Uint8Array;
        }>`select item_id, descriptor from explore.picture where ${own} and item_id > ${ids.at(-1) ?? 0} order by item_id limit ${PART}`.execute(
          trx,
        );
        for (const row of rows) {
          ids.push(row.item_id);
          parts.push(row.descriptor);
        }
        if (rows.length < PART) break;
      }
      const read = { ids, bytes: new Uint8Array(Buffer.concat(parts)) };
      this.#kept.set(key, read);
      return read;
    });
  }
}
