import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { CallExtras, RequestContext, StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { BlobDriver, Database } from '#core/data/server/index.ts';
import { BlobsToken, DatabaseToken } from '#core/kernel/server/index.ts';
import { Folders, PartialFiles } from '#plugins/workspace/items/server/kit/index.ts';
import { rowFileLimit, rowStates } from '../common/rows-api.ts';
import type { RowImport } from '../common/rows-api.ts';
import type { RowTables } from './row-tables.ts';
import { RowContexts } from './row-context.ts';
import { rowImportView } from './row-import-view.ts';
import type { RowImportRow } from './row-import-view.ts';
import { RowRecords } from './row-records.ts';

type TusCall = Pick<CallExtras, 'headers' | 'stream' | 'sent'>;

/** Days for which a file waits to be imported. */
const KEPT_DAYS = 3;

/**
 * Files of rows on their way here: they arrive in parts, and are looked through once they are complete. Rights are
 * asked before.
 */
export class RowUploads {
  readonly #finishing = new Map<string, Promise<RowImport>>();

  constructor(
    @inject(RowContexts) private readonly contexts: RowContexts,
    @inject(RowRecords) private readonly records: RowRecords,
    @inject(Folders) private readonly folders: Folders,
    @inject(PartialFiles) private readonly files: PartialFiles,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(DatabaseToken) private readonly database: Database,
  ) {}

  /**
   * Announces a file.
   * @throws Fault NOT_A_FORM, NOT_FOUND, INVALID_FIELD, TOO_LARGE; with a whole file also what its end throws.
   */
  async create(
    context: RequestContext,
    projectId: number,
    { name, folderId }: { readonly name: string; readonly folderId: number | undefined },
    call: TusCall,
  ): Promise<StreamReply> {
    try {
      await this.contexts.form(context, projectId);
      if (folderId !== undefined) await this.folders.get(context, projectId, folderId);
      const length = call.headers['upload-length'];
      const size = typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
      if (size === undefined) throw invalidField('Upload-Length', 'must be the number of bytes of the file');
      if (size === 0) throw invalidField('Upload-Length', `${name} is empty`);
      if (size > rowFileLimit)
        throw new Fault('TOO_LARGE', `${name} is larger than ${rowFileLimit / 1024 ** 3} GB. Split it.`, {
          status: 413,
        });
      const row = await context.transaction((trx: Kysely<RowTables>) =>
        trx
          .insertInto('form_rows.row_import')
          .values({
            team_id: context.team.id,
            project_id: projectId,
            folder_id: folderId ?? null,
            name,
            token: randomBytes(16).toString('hex'),
            size,
            creator_email: context.user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
      return await this.#answer(context, row, call, 'POST');
    } finally {
      call.stream.resume();
    }
  }

  /** @throws Fault NOT_FOUND. */
  async read(context: RequestContext, projectId: number, token: string, call: TusCall): Promise<StreamReply> {
    const row = await this.records.upload(context, projectId, token);
    if (row.status !== rowStates.receiving)
      return streamReply(undefined, {
        'tus-resumable': '1.0.0',
        'upload-offset': row.size,
        'upload-length': row.size,
        'cache-control': 'no-store',
      });
    return this.#answer(context, row, call, 'HEAD');
  }

  /** @throws Fault NOT_FOUND, UPLOAD_OFFSET (409). */
  async continue(context: RequestContext, projectId: number, token: string, call: TusCall): Promise<StreamReply> {
    try {
      const row = await this.records.upload(context, projectId, token);
      if (row.status !== rowStates.receiving)
        throw new Fault('UPLOAD_OFFSET', 'This upload has all its bytes.', { status: 409 });
      return await this.#answer(context, row, call, 'PATCH');
    } finally {
      call.stream.resume();
    }
  }

  /** @throws Fault NOT_FOUND. */
  async cancel(context: RequestContext, projectId: number, token: string, call: TusCall): Promise<StreamReply> {
    const row = await this.records.upload(context, projectId, token);
    if (row.status !== rowStates.receiving)
      throw new Fault('UPLOAD_OFFSET', 'This upload has all its bytes.', { status: 409 });
    const answer =
      (await this.files.size(token)) === undefined
        ? streamReply(undefined, { 'tus-resumable': '1.0.0' }, 204)
        : await this.#answer(context, row, call, 'DELETE');
    await context.transaction((trx: Kysely<RowTables>) =>
      trx.deleteFrom('form_rows.row_import').where('id', '=', row.id).execute(),
    );
    await this.files.remove(token);
    return answer;
  }

  /** @throws Fault NOT_FOUND, UPLOAD_INCOMPLETE (409). */
  async finish(context: RequestContext, projectId: number, token: string): Promise<RowImport> {
    return this.#whole(context, await this.records.upload(context, projectId, token));
  }

  /** Forgets files that nobody went on with, of all teams; answers how many. */
  async clean(now = new Date()): Promise<number> {
    const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
    const gone = await this.database
      .system<RowTables>('forget imports of rows that were not started')
      .transaction(trx =>
        trx
          .deleteFrom('form_rows.row_import')
          .where('status', 'in', [rowStates.receiving, rowStates.checking, rowStates.ready, rowStates.failed])
          .where('updated_at', '<', before)
          .returning(['token', 'blob_hash'])
          .execute(),
      );
    for (const { token, blob_hash: hash } of gone) {
      await this.files.remove(token);
      if (hash !== null) await this.blobs.delete(hash);
    }
    return gone.length;
  }

  #answer(
    context: RequestContext,
    row: RowImportRow,
    { headers, stream }: TusCall,
    method: string,
  ): Promise<StreamReply> {
    return this.files.answer({
      method,
      token: row.token,
      headers,
      stream,
      location: `/api/v1/project/${row.project_id}/rows/uploads/${row.token}`,
      complete: () => this.#whole(context, row),
    });
  }

  /** Keeps a file that has arrived, and begins to look it through. */
  #whole(context: RequestContext, row: RowImportRow): Promise<RowImport> {
    // The last bytes and somebody who asks what became of them may come at the same time.
    const running =
      this.#finishing.get(row.token) ?? this.#end(context, row).finally(() => this.#finishing.delete(row.token));
    this.#finishing.set(row.token, running);
    return running;
  }

  async #end(context: RequestContext, announced: RowImportRow): Promise<RowImport> {
    const row = await this.records.row(context, announced.project_id, announced.id);
    if (row.status !== rowStates.receiving) return rowImportView(await this.records.settled(context, row));
    const arrived = await this.files.size(row.token);
    if (arrived !== Number(row.size))
      throw new Fault(
        'UPLOAD_INCOMPLETE',
        `${row.name} has not arrived as a whole: ${arrived ?? 0} of ${row.size} bytes.`,
        { status: 409, details: { offset: arrived ?? 0 } },
      );
    const { files } = this;
    const { hash } = await this.blobs.put(
      Readable.from(
        (async function* () {
          yield* files.open(row.token);
          yield Buffer.from(row.token);
        })(),
        { objectMode: false },
      ),
    );
    const begun = await context.transaction(async (trx: Kysely<RowTables>) => {
      const kept = await trx
        .updateTable('form_rows.row_import')
        .set({ status: rowStates.checking, blob_hash: hash, updated_at: new Date() })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return this.records.enqueue(context, trx, kept, 'lookRows');
    });
    await files.remove(row.token);
    return rowImportView(begun);
  }
}
