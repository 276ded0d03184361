import type { Readable } from 'node:stream';
import type { ContainerClient } from '@azure/storage-blob';
import { Fault, isFault } from '#core/base/common/index.ts';
import { disposition, servedType } from '#core/data/server/index.ts';
import type { EgressAgents } from '#core/egress/server/index.ts';
import { mediaTypeOfName } from '#plugins/workspace/items/common/index.ts';
import type { AzureConfig, AzureSecrets, IntegrationCheck } from '../../common/integration.ts';
import { checkSteps } from './check-steps.ts';
import type { StorageDriver, StoredEntry, StoredFile } from './storage-driver.ts';
import { mostEntries, mostListed, tooManyEntries } from './storage-driver.ts';

/** Milliseconds for which an address for browsers is valid. */
const LIFETIME = 3_600_000;
/** Bytes of a block of an upload. */
const BLOCK = 8 * 1024 * 1024;
/** Pages of a list that are asked for at most: a storage may answer empty ones for ever. */
const PAGES = 1_000;

const REASONS: Readonly<Record<string, string>> = {
  ContainerNotFound: 'the container does not exist',
  AuthenticationFailed: 'the account key is wrong',
  AuthorizationFailure: 'the account key is wrong, or the account does not allow the network of this server',
  KeyBasedAuthenticationNotPermitted: 'the account allows no keys. Allow access by account keys in its settings',
  AccountIsDisabled: 'the account is disabled',
  ENOTFOUND: 'there is no account of this name',
};

/** The part of the library's page that is used. */
interface Segment {
  readonly blobItems: readonly {
    readonly name: string;
    readonly properties: { readonly contentLength?: number; readonly lastModified: Date };
  }[];
  readonly blobPrefixes?: readonly { readonly name: string }[];
}

/** Blobs of a container at Azure, through the guarded way out. The library is loaded with the first use. */
export class AzureDriver implements StorageDriver {
  #made: Promise<ContainerClient> | undefined;

  constructor(
    private readonly container: string,
    private readonly config: AzureConfig,
    private readonly secrets: AzureSecrets,
    private readonly agents: EgressAgents,
  ) {}

  check(signal?: AbortSignal): Promise<IntegrationCheck> {
    let first: string | undefined;
    return checkSteps([
      {
        name: 'list',
        message: 'The container can be listed.',
        run: async () => {
          for await (const { blobItems } of this.#pages('', { signal, size: 1 })) {
            first = blobItems[0]?.name;
            break;
          }
        },
      },
      {
        name: 'read',
        message: 'A file can be read.',
        run: async () => {
          if (first !== undefined) await this.find(first.slice(this.config.prefix.length), signal);
        },
      },
    ]);
  }

  async list(path: string, signal?: AbortSignal): Promise<readonly StoredEntry[]> {
    const below = folderPrefix(path);
    const entries: StoredEntry[] = [];
    for await (const page of this.#pages(below, { signal, delimiter: '/' })) {
      for (const { name } of page.blobPrefixes ?? [])
        entries.push({ path: name.slice(this.config.prefix.length, -1), size: 0, updatedAt: new Date(0), dir: true });
      entries.push(...this.#files(page));
      if (entries.length >= mostListed) break;
    }
    return entries.toSorted((one, other) => (one.path < other.path ? -1 : 1)).slice(0, mostListed);
  }

  async *walk(path: string, signal: AbortSignal): AsyncIterable<StoredEntry> {
    for await (const page of this.#pages(folderPrefix(path), { signal })) {
      signal.throwIfAborted();
      yield* this.#files(page);
    }
  }

  async find(path: string, signal?: AbortSignal): Promise<StoredFile | undefined> {
    const blob = (await this.#client()).getBlobClient(this.config.prefix + path);
    try {
      const { contentLength = 0, lastModified = new Date(0) } = await blob.getProperties(until(signal));
      return {
        size: contentLength,
        updatedAt: lastModified,
        open: range =>
          blob
            .download(range?.first ?? 0, range === undefined ? undefined : range.last - range.first + 1, until(signal))
            .then(
              answer => answer.readableStreamBody as Readable,
              (error: unknown) => {
                throw faultOf(error);
              },
            ),
      };
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode === 404) return undefined;
      throw faultOf(error, signal);
    }
  }

  async write(path: string, source: Readable, signal: AbortSignal): Promise<void> {
    const blob = (await this.#client()).getBlockBlobClient(this.config.prefix + path);
    try {
      // Blocks of an upload that is not finished are never seen; Azure removes them.
      await blob.uploadStream(source, BLOCK, 1, { abortSignal: signal, conditions: { ifNoneMatch: '*' } });
    } catch (error) {
      if ((error as { code?: string }).code === 'BlobAlreadyExists')
        throw new Fault('INTEGRATION_FAILED', `A file named ${path} is in the container already.`, { status: 422 });
      throw faultOf(error, signal);
    }
  }

  async address(path: string, name: string): Promise<string> {
    const { BlobSASPermissions } = await import('@azure/storage-blob');
    const contentType = servedType(mediaTypeOfName(name));
    return (await this.#client())
      .getBlobClient(this.config.prefix + path)
      .generateSasUrl({
        permissions: BlobSASPermissions.from({ read: true }),
        expiresOn: new Date(Date.now() + LIFETIME),
        contentType,
        contentDisposition: disposition(name, contentType),
      });
  }

  /** Pages of what lies below a folder; with a delimiter directly in it, with the folders there. */
  async *#pages(
    below: string,
    { signal, delimiter, size }: { signal: AbortSignal | undefined; delimiter?: string; size?: number },
  ): AsyncGenerator<Segment> {
    const client = await this.#client();
    const options = { ...until(signal), prefix: this.config.prefix + below };
    try {
      let [count, entries] = [0, 0];
      const settings = size === undefined ? {} : { maxPageSize: size };
      const pages: AsyncIterable<{ segment: Segment }> =
        delimiter === undefined
          ? client.listBlobsFlat(options).byPage(settings)
          : client.listBlobsByHierarchy(delimiter, options).byPage(settings);
      for await (const { segment } of pages) {
        const { blobItems, blobPrefixes = [] } = segment;
        entries += blobItems.length + blobPrefixes.length;
        if (entries > mostEntries || ++count > PAGES) throw tooManyEntries();
        yield segment;
      }
    } catch (error) {
      throw faultOf(error, signal);
    }
  }

  /** Files of a page; names that end with a slash mean folders. */
  #files({ blobItems }: Segment): readonly StoredEntry[] {
    return blobItems.flatMap(({ name, properties: { contentLength = 0, lastModified } }) =>
      name.endsWith('/')
        ? []
        : [{ path: name.slice(this.config.prefix.length), size: contentLength, updatedAt: lastModified, dir: false }],
    );
  }

  #client(): Promise<ContainerClient> {
    this.#made ??= this.#make();
    return this.#made;
  }

  async #make(): Promise<ContainerClient> {
    const { ContainerClient: Client, newPipeline, StorageSharedKeyCredential } = await import('@azure/storage-blob');
    const { account, blob_endpoint: endpoint = `https://${account}.blob.core.windows.net` } = this.config;
    const pipeline = newPipeline(new StorageSharedKeyCredential(account, this.secrets.account_key), {
      retryOptions: { maxTries: 2, tryTimeoutInMs: 20_000, retryDelayInMs: 200 },
    });
    // With an agent of its own, the library asks no proxy of the environment.
    pipeline.factories.push({
      create: next => ({
        sendRequest: request => {
          request.agent = request.url.startsWith('https:') ? this.agents.httpsAgent : this.agents.httpAgent;
          return next.sendRequest(request);
        },
      }),
    });
    return new Client(`${endpoint.replace(/\/$/, '')}/${encodeURIComponent(this.container)}`, pipeline);
  }
}

const until = (signal: AbortSignal | undefined): { readonly abortSignal?: AbortSignal } =>
  signal === undefined ? {} : { abortSignal: signal };

const folderPrefix = (path: string): string => (path === '' || path.endsWith('/') ? path : `${path}/`);

/** Returns a fault without the storage's own text, which is only logged. */
function faultOf(error: unknown, signal?: AbortSignal): unknown {
  if (isFault(error)) return error;
  if (signal?.aborted === true) return signal.reason;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  // The library keeps code and text of a refusal by the guarded way out, and not the error.
  if (code.startsWith('EGRESS_')) return new Fault(code, message, { status: 422, cause: error });
  const reason =
    REASONS[code] ??
    (/^E[A-Z]+$/.test(code) ? `it could not be reached (${code})` : 'it did not answer as storage of this kind does');
  return new Fault('INTEGRATION_FAILED', `The storage cannot be used: ${reason}.`, { status: 422, cause: error });
}
