import { randomUUID } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, isFault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { AnnotationUploadTables, UploadTable } from './annotation-upload-tables.ts';
import { AnnotationUploads } from './annotation-uploads.ts';

/** Most characters of one document. */
const MOST_CHARACTERS = 128 * 1024 * 1024;
/** Hours for which an upload is kept. */
const KEPT_HOURS = 24;
/** Uploads of one person in a team that are begun and not stored yet. Clients send three at a time. */
const MOST_OPEN = 5;

type Upload = Selectable<UploadTable>;

/** Progress of a large annotation on the wire. */
export interface SyncProgress {
  readonly status: 'SUCCESS' | 'IN_PROGRESS' | 'FAILED';
  readonly message?: string;
}

/** Upload of a call: of this item and this caller only. */
export interface UploadPlace {
  readonly projectId: number;
  readonly itemId: number;
  readonly uploadId: string | undefined;
  /** As the start answered it; checked when it is given. */
  readonly path?: string | undefined;
}

const pathOf = (itemId: number, uploadId: string): string => `annotations/${itemId}/${uploadId}.json`;

/** Takes annotations in parts, keeps them for a day, and stores the whole when it is asked to. */
export class LargeUploads {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(AnnotationUploads) private readonly uploads: AnnotationUploads,
  ) {}

  /** Begins an upload. Those of the team whose day is over are dropped. @throws Fault NOT_FOUND, UPLOADS_OPEN (409). */
  async start(
    context: RequestContext,
    projectId: number,
    itemId: number,
  ): Promise<{ readonly path: string; readonly upload_id: string }> {
    await this.items.get(context, itemId, projectId);
    const uploadId = randomUUID();
    await context.transaction(async (trx: Kysely<AnnotationUploadTables>) => {
      await trx
        .deleteFrom('annotation_api.upload')
        .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
        .execute();
      // Two that begin at once would both find the last place.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`annotations.upload/${context.team.id}/${context.user.id}`}, 0))`.execute(
        trx,
      );
      const { open } = await trx
        .selectFrom('annotation_api.upload')
        .select(sql<number>`count(*)::int`.as('open'))
        .where('creator_id', '=', context.user.id)
        .where('state', 'in', ['open', 'finished'])
        .executeTakeFirstOrThrow();
      if (open >= MOST_OPEN)
        throw new Fault(
          'UPLOADS_OPEN',
          `${open} large annotations are being uploaded already, which is the most at a time. Finish and sync one of them first; one left alone is dropped ${KEPT_HOURS} hours after it began.`,
          { status: 409, details: { limit: MOST_OPEN } },
        );
      await trx
        .insertInto('annotation_api.upload')
        .values({
          team_id: context.team.id,
          upload_id: uploadId,
          project_id: projectId,
          item_id: itemId,
          creator_id: context.user.id,
          state: 'open',
          reason: null,
        })
        .execute();
    });
    return { path: pathOf(itemId, uploadId), upload_id: uploadId };
  }

  /**
   * Keeps one part; the same number again replaces it.
   * @throws Fault TOO_LARGE, UPLOAD_CLOSED, NOT_FOUND, INVALID_FIELD.
   */
  async part(context: RequestContext, place: UploadPlace, chunkId: number, content: string): Promise<void> {
    // Half a surrogate pair, or U+0000, is not allowed in JSON text, and no database keeps it.
    if (!content.isWellFormed() || content.includes('\0'))
      throw invalidField('data_chunk', 'must be JSON text, cut between two characters');
    await context.transaction(async (trx: Kysely<AnnotationUploadTables>) => {
      const upload = await this.#open(trx, context, place);
      const others = await trx
        .selectFrom('annotation_api.upload_part')
        .select(sql<number>`coalesce(sum(characters), 0)::int`.as('characters'))
        .where('upload_id', '=', upload.upload_id)
        .where('chunk_id', '<>', chunkId)
        .executeTakeFirstOrThrow();
      if (others.characters + content.length > MOST_CHARACTERS)
        throw new Fault('TOO_LARGE', `An annotation has at most ${MOST_CHARACTERS / 1_048_576} MB of JSON.`, {
          status: 413,
          details: { limit: MOST_CHARACTERS },
        });
      await trx
        .insertInto('annotation_api.upload_part')
        .values({
          team_id: context.team.id,
          upload_id: upload.upload_id,
          chunk_id: chunkId,
          content,
          characters: content.length,
        })
        .onConflict(clash =>
          clash.columns(['team_id', 'upload_id', 'chunk_id']).doUpdateSet({ content, characters: content.length }),
        )
        .execute();
    });
  }

  /** All parts came. Again is the same. @throws Fault UPLOAD_INCOMPLETE when a part is missing, NOT_FOUND. */
  async finish(context: RequestContext, place: UploadPlace): Promise<void> {
    await context.transaction(async (trx: Kysely<AnnotationUploadTables>) => {
      const upload = await this.#find(trx, context, place);
      if (upload.state !== 'open') return;
      const { parts, last } = await trx
        .selectFrom('annotation_api.upload_part')
        .select([sql<number>`count(*)::int`.as('parts'), sql<number>`coalesce(max(chunk_id), 0)::int`.as('last')])
        .where('upload_id', '=', upload.upload_id)
        .executeTakeFirstOrThrow();
      if (parts === 0 || parts !== last)
        throw new Fault(
          'UPLOAD_INCOMPLETE',
          `Parts are missing: ${parts} came, the last is number ${last}. Send them and finish again.`,
          { status: 409, details: { parts, last } },
        );
      await trx
        .updateTable('annotation_api.upload')
        .set({ state: 'finished' })
        .where('upload_id', '=', upload.upload_id)
        .execute();
    });
  }

  /**
   * Stores the document at once, so that the first question after it is answered well. What refuses it is kept as the
   * upload's end.
   */
  async store(context: RequestContext, place: UploadPlace): Promise<SyncProgress> {
    await this.finish(context, place);
    // Its text and document are in memory from here on, like those of forms.
    return this.uploads.inTurn(context, () => this.#storeWhole(context, place));
  }

  async #storeWhole(context: RequestContext, place: UploadPlace): Promise<SyncProgress> {
    const { upload, text } = await context.transaction(async (trx: Kysely<AnnotationUploadTables>) => {
      const found = await this.#find(trx, context, place);
      const parts = await trx
        .selectFrom('annotation_api.upload_part')
        .select('content')
        .where('upload_id', '=', found.upload_id)
        .orderBy('chunk_id')
        .execute();
      return { upload: found, text: parts.map(part => part.content).join('') };
    });
    if (upload.state !== 'finished') return progressOf(upload);
    // Not in the transaction above: a refused document must leave its reason behind, and not roll it back.
    const reason = await this.#stored(context, place, text);
    const ended = { state: reason === undefined ? 'stored' : 'failed', reason: reason ?? null } as const;
    await context.transaction(async (trx: Kysely<AnnotationUploadTables>) => {
      await trx.updateTable('annotation_api.upload').set(ended).where('upload_id', '=', upload.upload_id).execute();
      await trx.deleteFrom('annotation_api.upload_part').where('upload_id', '=', upload.upload_id).execute();
    });
    return progressOf(ended);
  }

  /** Returns the progress of the caller's newest upload of an item. Throws NOT_FOUND when there is none. */
  async progress(context: RequestContext, place: UploadPlace): Promise<SyncProgress> {
    return progressOf(
      await context.transaction((trx: Kysely<AnnotationUploadTables>) => this.#find(trx, context, place)),
    );
  }

  async #stored(
    context: RequestContext,
    { projectId, itemId }: UploadPlace,
    text: string,
  ): Promise<string | undefined> {
    try {
      await this.uploads.text(context, projectId, itemId, text);
      return undefined;
    } catch (error) {
      if (isFault(error) && error.status < 500) return error.message;
      throw error;
    }
  }

  async #open(trx: Kysely<AnnotationUploadTables>, context: RequestContext, place: UploadPlace): Promise<Upload> {
    const upload = await this.#find(trx, context, place);
    if (upload.state !== 'open')
      throw new Fault('UPLOAD_CLOSED', 'This upload was finished; begin a new one to send the annotation again.', {
        status: 409,
      });
    return upload;
  }

  /** The upload, held until the transaction ends, so that a part cannot come while the whole is put together. */
  async #find(
    trx: Kysely<AnnotationUploadTables>,
    context: RequestContext,
    { projectId, itemId, uploadId, path }: UploadPlace,
  ): Promise<Upload> {
    await this.items.get(context, itemId, projectId);
    if (uploadId !== undefined && path !== undefined && path !== pathOf(itemId, uploadId)) throw notFound('The upload');
    const upload = await trx
      .selectFrom('annotation_api.upload')
      .selectAll()
      .where('item_id', '=', itemId)
      .where('creator_id', '=', context.user.id)
      .$if(uploadId !== undefined, query => query.where('upload_id', '=', uploadId!))
      .orderBy('created_at', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (upload === undefined) throw notFound('The upload');
    return upload;
  }
}

function progressOf({
  state,
  reason,
}: {
  readonly state: Upload['state'];
  readonly reason: string | null;
}): SyncProgress {
  if (state === 'stored') return { status: 'SUCCESS' };
  return state === 'failed'
    ? { status: 'FAILED', ...(reason === null ? {} : { message: reason }) }
    : { status: 'IN_PROGRESS' };
}
