import { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, BlobUrls } from '#core/data/server/index.ts';
import { isBlobHash } from '#core/data/server/index.ts';
import { BlobsToken, BlobUrlsToken } from '#core/kernel/server/index.ts';
import type { MaskFacts } from '../common/mask-facts.ts';
import { maskField } from '../common/mask-facts.ts';
import type { AnnotationTables } from './annotation-tables.ts';
import { readMask, withoutColors } from './mask-picture.ts';

/** Largest mask file, bytes. */
export const mostMaskBytes = 32 * 1024 * 1024;
/** Milliseconds for which an address of a mask is valid: a working day. */
const LIFETIME_MS = 12 * 3_600_000;
/** Masks decoded at a time: each takes four bytes a pixel. */
const AT_ONCE = 2;

/**
 * Masks of pixel annotations. A mask is kept by its content and never changes; a document names it in its root field
 * `mask`, so that it goes with the document through versions, copies and restores. Only masks that the team itself has
 * sent can be named.
 */
export class Masks {
  readonly #turns = pLimit(AT_ONCE);

  constructor(
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
  ) {}

  /**
   * Keeps a mask, in the form of formats/pixel whatever it came in. The same one twice is kept once.
   * @throws Fault MASK_INVALID (422), TOO_LARGE (413), STORAGE_FULL
   */
  async take(context: RequestContext, source: Readable | Buffer): Promise<MaskFacts> {
    const bytes = Buffer.isBuffer(source) ? source : await received(source);
    const { png, ...picture } = await this.#turns(() => readMask(bytes));
    const { hash, size } = await this.blobs.put(Readable.from([png]));
    await context.transaction((trx: Kysely<AnnotationTables>) =>
      trx
        .insertInto('annotations.mask')
        .values({
          team_id: context.team.id,
          hash,
          width: picture.width,
          height: picture.height,
          bytes: size,
          colors: JSON.stringify(picture.colors),
          soft_alpha: picture.softAlpha === undefined ? null : JSON.stringify(picture.softAlpha),
        })
        .onConflict(clash => clash.columns(['team_id', 'hash']).doNothing())
        .execute(),
    );
    return { hash, ...picture };
  }

  /** Returns the facts about a mask; undefined when the team has none of that name. */
  async facts(context: RequestContext, hash: unknown): Promise<MaskFacts | undefined> {
    if (typeof hash !== 'string' || !isBlobHash(hash)) return undefined;
    const row = await context.transaction((trx: Kysely<AnnotationTables>) =>
      trx.selectFrom('annotations.mask').selectAll().where('hash', '=', hash).executeTakeFirst(),
    );
    if (row === undefined) return undefined;
    const softAlpha = row.soft_alpha as NonNullable<MaskFacts['softAlpha']> | null;
    return {
      hash,
      width: row.width,
      height: row.height,
      colors: row.colors as MaskFacts['colors'],
      ...(softAlpha === null ? {} : { softAlpha }),
    };
  }

  /** The PNG of a mask; undefined when the team has none of that name. The caller reads or destroys the stream. */
  async read(context: RequestContext, hash: unknown): Promise<Readable | undefined> {
    const facts = await this.facts(context, hash);
    return facts === undefined ? undefined : this.blobs.get(facts.hash);
  }

  /**
   * The mask without some of its colours; itself when it has none of them, undefined when the team has none of that
   * name.
   */
  async without(context: RequestContext, hash: unknown, colors: ReadonlySet<number>): Promise<MaskFacts | undefined> {
    const facts = await this.facts(context, hash);
    if (facts === undefined || !facts.colors.some(([color]) => colors.has(color))) return facts;
    const file = await this.blobs.get(facts.hash);
    if (file === undefined) return undefined;
    const bytes = await received(file);
    return this.take(context, await this.#turns(() => withoutColors(bytes, colors)));
  }

  /** Name and address of a document's mask; undefined when it names none of the team. */
  async address(
    context: RequestContext,
    document: object,
    itemName: string,
  ): Promise<{ readonly hash: string; readonly url: string } | undefined> {
    const facts = await this.facts(context, (document as Readonly<Record<string, unknown>>)[maskField]);
    return facts === undefined
      ? undefined
      : {
          hash: facts.hash,
          url: this.urls.sign({ hash: facts.hash, type: 'image/png', name: `${itemName}___save.png` }, LIFETIME_MS),
        };
  }

  /** The mask that the stored document of an item names. */
  async current(context: RequestContext, itemId: number): Promise<string | undefined> {
    const row = await context.transaction((trx: Kysely<AnnotationTables>) =>
      trx
        .selectFrom('annotations.annotation')
        .select(sql<string | null>`document->>'mask'`.as('mask'))
        .where('item_id', '=', itemId)
        .executeTakeFirst(),
    );
    return row?.mask ?? undefined;
  }
}

async function received(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostMaskBytes)
      throw new Fault('TOO_LARGE', `A mask has at most ${mostMaskBytes / 1024 ** 2} MB.`, { status: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
