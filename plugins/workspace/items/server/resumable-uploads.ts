import { randomBytes } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, isFault, notFound } from '#core/base/common/index.ts';
import type { CallExtras, RequestContext, StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { uploadHours } from '../common/uploads-api.ts';
import type { UploadOutcome } from '../common/uploads-api.ts';
import { AddressManifests } from './address-manifests.ts';
import { ArchiveUnpacking } from './archives/archive-unpacking.ts';
import { ListedItems } from './listed-items.ts';
import { Items } from './items.ts';
import type { ItemTables, UploadEnd, UploadRow } from './items-tables.ts';
import { PartialFiles } from './partial-files.ts';
import type { UploadTarget } from './uploads.ts';
import { Uploads } from './uploads.ts';

/** Uploads one person has under way at most; the oldest make room for new ones. */
const MOST = 100;

/** An archive says how its images are to lie, and a manifest that it is one. */
export type AnnouncedUpload = UploadTarget & { readonly unpack?: 'flat' | 'folders' | 'addresses' | undefined };

type TusCall = Pick<CallExtras, 'headers' | 'stream' | 'sent'>;

/** Takes files in by parts that may be cut off and go on (tus). Each request is of the person who began the upload. */
export class ResumableUploads {
  readonly #finishing = new Map<string, Promise<UploadEnd>>();

  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(PartialFiles) private readonly files: PartialFiles,
    @inject(Uploads) private readonly uploads: Uploads,
    @inject(ArchiveUnpacking) private readonly unpacking: ArchiveUnpacking,
    @inject(AddressManifests) private readonly manifests: AddressManifests,
    @inject(Items) private readonly items: Items,
    @inject(ListedItems) private readonly listed: ListedItems,
  ) {}

  /**
   * Announces a file. What could not become an item is refused before its bytes travel.
   * @throws Fault INVALID_FIELD, TYPE_NOT_SUPPORTED, TOO_LARGE, NAME_EXISTS, FOLDER_LIMIT, PROJECT_LIMIT, UPLOAD_STATE,
   * NOT_FOUND; with a whole file also what `Uploads.upload` throws.
   */
  async create(context: RequestContext, target: AnnouncedUpload, call: TusCall): Promise<StreamReply> {
    try {
      const size = lengthOf(call.headers['upload-length']);
      const { name, folderId } = await this.#admit(context, target, size);
      const row = await this.#insert(context, { ...target, name, folderId }, size);
      return await this.#answer(context, row, call, 'POST').catch(async (error: unknown) => {
        await this.#forget(context, [row.token]);
        throw error;
      });
    } finally {
      call.stream.resume();
    }
  }

  #admit(
    context: RequestContext,
    target: AnnouncedUpload,
    size: number,
  ): Promise<{ readonly name: string; readonly folderId: number }> {
    if (target.unpack === undefined) return this.uploads.admit(context, target, size);
    if (target.unpack === 'addresses') return this.manifests.admit(context, target, size);
    return this.uploads.admitArchive(context, target, size);
  }

  /** Returns its progress. @throws Fault NOT_FOUND. */
  async read(context: RequestContext, projectId: number, token: string, call: TusCall): Promise<StreamReply> {
    const row = await this.#find(context, projectId, token);
    // The file of a finished one is gone; a client that missed the answer asks for its offset.
    if (row.outcome !== null)
      return streamReply(undefined, {
        'tus-resumable': '1.0.0',
        'upload-offset': row.size,
        'upload-length': row.size,
        'cache-control': 'no-store',
      });
    return this.#answer(context, row, call, 'HEAD');
  }

  /**
   * More bytes.
   * @throws Fault NOT_FOUND, UPLOAD_OFFSET (409), and what `Uploads.upload` throws when they are the last.
   */
  async continue(context: RequestContext, projectId: number, token: string, call: TusCall): Promise<StreamReply> {
    try {
      const row = await this.#find(context, projectId, token);
      if (row.outcome !== null) throw new Fault('UPLOAD_OFFSET', 'This upload has all its bytes.', { status: 409 });
      return await this.#answer(context, row, call, 'PATCH');
    } finally {
      call.stream.resume();
    }
  }

  /** @throws Fault NOT_FOUND. */
  async cancel(context: RequestContext, projectId: number, token: string, call: TusCall): Promise<StreamReply> {
    const row = await this.#find(context, projectId, token);
    const arrived = await this.files.size(token);
    const answer =
      arrived === undefined
        ? streamReply(undefined, { 'tus-resumable': '1.0.0' }, 204)
        : await this.#answer(context, row, call, 'DELETE');
    await this.#forget(context, [token]);
    return answer;
  }

  /**
   * Returns the result of a file; asked again it answers the same.
   * @throws Fault NOT_FOUND, UPLOAD_INCOMPLETE (409), and what `Uploads.upload` throws.
   */
  async finish(context: RequestContext, projectId: number, token: string): Promise<UploadOutcome> {
    return this.#outcome(context, await this.#find(context, projectId, token));
  }

  /** Forgets what was not finished in time, of all teams; answers how many. */
  async clean(now = new Date()): Promise<number> {
    const gone = await this.database
      .system('forget uploads that were not finished')
      .transaction((trx: Kysely<ItemTables>) =>
        trx.deleteFrom('items.upload').where('expires_at', '<', now).returning('token').execute(),
      );
    for (const { token } of gone) await this.files.remove(token);
    await this.files.removeOlder(new Date(now.getTime() - uploadHours * 3_600_000));
    return gone.length;
  }

  #answer(context: RequestContext, row: UploadRow, call: TusCall, method: string): Promise<StreamReply> {
    const { headers, stream } = call;
    const location = `/api/v1/project/${row.project_id}/uploads/${row.token}`;
    return this.files.answer({
      method,
      token: row.token,
      headers,
      stream,
      location,
      complete: () => this.#outcome(context, row),
    });
  }

  async #outcome(context: RequestContext, row: UploadRow): Promise<UploadOutcome> {
    const { token } = row;
    // The last bytes and somebody who asks what became of them may come at the same time.
    let end = row.outcome;
    if (end === null) {
      const running =
        this.#finishing.get(token) ?? this.#end(context, row).finally(() => this.#finishing.delete(token));
      this.#finishing.set(token, running);
      end = await running;
    }
    if (end.status === 'unpacking') return end;
    const item = await this.items.get(context, end.item_id, row.project_id);
    return { status: end.status, item: (await this.listed.listed(context, row.project_id, [item]))[0]! };
  }

  async #end(context: RequestContext, upload: UploadRow): Promise<UploadEnd> {
    const { project_id: projectId, folder_id: folderId, token, name, on_duplicate: onDuplicate, size } = upload;
    // The row was read before this call had its turn: another one may have ended the upload meanwhile.
    const { outcome } = await this.#find(context, projectId, token);
    if (outcome !== null) return outcome;
    const arrived = await this.files.size(token);
    if (arrived !== Number(size))
      throw new Fault('UPLOAD_INCOMPLETE', `${name} has not arrived as a whole: ${arrived ?? 0} of ${size} bytes.`, {
        status: 409,
        details: { offset: arrived ?? 0 },
      });
    if (upload.unpack !== null) return this.#unpack(context, upload);
    try {
      const { status, row } = await this.uploads.upload(context, {
        projectId,
        folderId,
        name,
        onDuplicate,
        source: this.files.open(token),
      });
      const end: UploadEnd = { status, item_id: row.id };
      await context.transaction((trx: Kysely<ItemTables>) =>
        trx
          .updateTable('items.upload')
          .set({ outcome: JSON.stringify(end) })
          .where('token', '=', token)
          .execute(),
      );
      await this.files.remove(token);
      return end;
    } catch (error) {
      // The same bytes can do no better.
      if (isFault(error) && error.status < 500) await this.#forget(context, [token]);
      throw error;
    }
  }

  /** The job reads the file, and removes it. */
  #unpack(context: RequestContext, upload: UploadRow): Promise<UploadEnd> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const now = await trx
        .selectFrom('items.upload')
        .select('outcome')
        .where('token', '=', upload.token)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (now.outcome !== null) return now.outcome;
      const job = upload.unpack === 'addresses' ? this.manifests : this.unpacking;
      const end: UploadEnd = { status: 'unpacking', job_id: await job.begin(context, upload) };
      await trx
        .updateTable('items.upload')
        .set({ outcome: JSON.stringify(end) })
        .where('token', '=', upload.token)
        .execute();
      return end;
    });
  }

  async #insert(
    context: RequestContext,
    { projectId, folderId, name, onDuplicate, unpack }: AnnouncedUpload & { readonly folderId: number },
    size: number,
  ): Promise<UploadRow> {
    const creator = context.user.email;
    const [row, old] = await context.transaction(async (trx: Kysely<ItemTables>) => {
      const made = await trx
        .insertInto('items.upload')
        .values({
          team_id: context.team.id,
          project_id: projectId,
          folder_id: folderId,
          token: randomBytes(16).toString('hex'),
          name,
          size,
          on_duplicate: onDuplicate,
          unpack: unpack ?? null,
          creator_email: creator,
          expires_at: sql<Date>`now() + make_interval(hours => ${uploadHours})`,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const beyond = await trx
        .selectFrom('items.upload')
        .select('token')
        .where('team_id', '=', context.team.id)
        .where('creator_email', '=', creator)
        .where('outcome', 'is', null)
        .orderBy('id', 'desc')
        .offset(MOST)
        .execute();
      return [made, beyond.map(each => each.token)] as const;
    });
    if (old.length > 0) await this.#forget(context, old);
    return row;
  }

  /** Others' uploads are not there, also those of the same team. */
  async #find(context: RequestContext, projectId: number, token: string): Promise<UploadRow> {
    const row = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.upload')
        .selectAll()
        .where('token', '=', token)
        .where('project_id', '=', projectId)
        .where('creator_email', '=', context.user.email)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The upload');
    return row;
  }

  async #forget(context: RequestContext, tokens: readonly string[]): Promise<void> {
    await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .deleteFrom('items.upload')
        .where('token', 'in', [...tokens])
        .execute(),
    );
    for (const token of tokens) await this.files.remove(token);
  }
}

/** @throws Fault INVALID_FIELD. */
function lengthOf(header: string | string[] | undefined): number {
  const size = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
  if (size === undefined) throw invalidField('Upload-Length', 'must be the number of bytes of the file');
  return size;
}
