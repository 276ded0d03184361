import { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault, isFault, notFound } from '#core/base/common/index.ts';
import type { RequestContext, StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { disposition, parseByteRange, servedType } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { StorageDriver, StoredEntry } from './drivers/storage-driver.ts';
import { folderPath } from './attachments.ts';
import { mediaTypeOfName } from '#plugins/workspace/items/common/index.ts';
import type { IntegrationTables } from './integration-tables.ts';
import type { UsableIntegration } from './shared-integrations.ts';
import { SharedIntegrations } from './shared-integrations.ts';
import { Integrations } from './integrations.ts';
import type { StoredFileQuery } from './stored-file-urls.ts';
import { StoredFileUrls } from './stored-file-urls.ts';

/** Whatever a stored file holds, no browser may run it. */
const GUARD = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
} as const;

const FILE_GONE = 'The file was not found in the storage.';

/** The parts of a request for a file that decide about its answer. */
export interface FileRequest {
  readonly range: string | undefined;
  /** Only the headers are wanted. */
  readonly head: boolean;
}

/** Reads files of integrations: for items, and for the calls of custom storage. */
export class StoredFiles {
  constructor(
    @inject(Integrations) private readonly integrations: Integrations,
    @inject(StoredFileUrls) private readonly urls: StoredFileUrls,
    @inject(DatabaseToken) private readonly database: Database,
    @inject(SharedIntegrations) private readonly shared: SharedIntegrations,
  ) {}

  /**
   * Returns the address at which a browser reads the file of an item: the storage itself, or our own signed address.
   * Undefined when the integration is gone.
   */
  async address(context: RequestContext, row: ItemRow): Promise<string | undefined> {
    if (row.integration_id === null || row.url === null) return undefined;
    try {
      const integration = await this.integrations.get(context, row.integration_id);
      const driver = this.integrations.driver(integration);
      if (driver === undefined) return undefined;
      return (
        (await driver.address(row.url, row.name)) ??
        this.urls.sign({ teamId: context.team.id, integrationId: integration.id, path: row.url }, Date.now())
      );
    } catch (error) {
      // An item is shown without its file rather than not at all.
      if (isFault(error) && error.status < 500) return undefined;
      throw error;
    }
  }

  /** Answers a signed address, whole or a range. @throws Fault FORBIDDEN, LINK_EXPIRED (410), NOT_FOUND. */
  async serve(integrationId: number, query: StoredFileQuery, asked: FileRequest): Promise<StreamReply> {
    const place = this.urls.verify(integrationId, query, Date.now());
    if (place === 'refused')
      throw new Fault('FORBIDDEN', 'This address is not one that was given out.', { status: 403 });
    if (place === 'expired')
      throw new Fault('LINK_EXPIRED', 'This address has expired. Ask for a new one.', { status: 410 });
    const found = await this.database
      .tenant<IntegrationTables>(place.teamId)
      .transaction(trx =>
        trx
          .selectFrom('integrations.integration')
          .selectAll()
          .where('id', '=', integrationId)
          .where('deleted_at', 'is', null)
          .execute(),
      );
    const [row] = await this.shared.complete(found);
    const driver = row === undefined ? undefined : this.integrations.driver(row);
    if (driver === undefined) throw notFound('The integration');
    return fileReply(driver, place.path, asked);
  }

  /** Returns the entries below a path of custom storage. */
  async list(
    context: RequestContext,
    integrationId: number | undefined,
    path: string,
  ): Promise<readonly StoredEntry[]> {
    return (await this.#custom(context, integrationId)).list(folderPath(path, 'path'));
  }

  async read(
    context: RequestContext,
    integrationId: number | undefined,
    path: string,
    asked: FileRequest,
  ): Promise<StreamReply> {
    return fileReply(await this.#custom(context, integrationId), folderPath(path, 'path'), asked);
  }

  async #custom(context: RequestContext, id: number | undefined): Promise<StorageDriver> {
    const row = id === undefined ? await this.#oldest(context) : await this.integrations.get(context, id);
    const driver = this.integrations.driver(row);
    if (driver === undefined) throw new Fault('INTEGRATION_FAILED', `${row.name} has no folder.`, { status: 422 });
    return driver;
  }

  async #oldest(context: RequestContext): Promise<UsableIntegration> {
    const found = await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx
        .selectFrom('integrations.integration')
        .selectAll()
        .where('type', '=', 4)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute(),
    );
    const [row] = await this.shared.complete(found);
    if (row === undefined) throw notFound('Custom storage');
    return row;
  }
}

async function fileReply(
  driver: StorageDriver,
  path: string,
  { range: header, head }: FileRequest,
): Promise<StreamReply> {
  const file = await driver.find(path);
  if (file === undefined) throw new Fault('NOT_FOUND', FILE_GONE, { status: 404 });
  const range = parseByteRange(header, file.size);
  if (range === 'unsatisfiable')
    return streamReply(Buffer.alloc(0), { ...GUARD, 'content-range': `bytes */${file.size}` }, 416);
  const name = path.split('/').at(-1)!;
  const type = servedType(mediaTypeOfName(name));
  const headers = {
    ...GUARD,
    'content-type': type,
    'content-disposition': disposition(name, type),
    'content-length': String(range === undefined ? file.size : range.last - range.first + 1),
    'last-modified': file.updatedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    ...(range === undefined ? {} : { 'content-range': `bytes ${range.first}-${range.last}/${file.size}` }),
  };
  return streamReply(head ? Readable.from([]) : await file.open(range), headers, range === undefined ? 200 : 206);
}
