import type { Readable } from 'node:stream';
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { Fault, isFault } from '#core/base/common/index.ts';
import { disposition, servedType } from '#core/data/server/index.ts';
import type { EgressAgents } from '#core/egress/server/index.ts';
import type { IntegrationCheck, S3Config, S3Secrets } from '../../common/integration.ts';
import { mediaTypeOfName } from '#plugins/workspace/items/common/index.ts';
import { checkSteps } from './check-steps.ts';
import type { StorageDriver, StoredEntry, StoredFile } from './storage-driver.ts';
import { mostEntries, mostListed, tooManyEntries } from './storage-driver.ts';

/** Seconds for which an address for browsers is valid. */
const LIFETIME = 3600;
/** Pages of a list that are asked for at most: a storage may answer empty ones for ever. */
const PAGES = 1_000;

const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
const ABSENT = new Set(['NoSuchKey', 'NotFound', 'NoSuchVersion']);
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidAccessKeyId: 'the access key is not known there',
  SignatureDoesNotMatch: 'the secret key is wrong',
  AccessDenied: 'the access key may not do this',
  Forbidden: 'the access key may not do this',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  TimeoutError: 'it did not answer in time',
};

/** Objects of a bucket, through the guarded way out. The library is loaded with the first use. */
export class S3Driver implements StorageDriver {
  #made: Promise<S3Client> | undefined;

  constructor(
    private readonly bucket: string,
    private readonly config: S3Config,
    private readonly secrets: S3Secrets,
    private readonly agents: EgressAgents,
  ) {}

  check(signal?: AbortSignal): Promise<IntegrationCheck> {
    let first: string | undefined;
    return checkSteps([
      {
        name: 'list',
        message: 'The bucket can be listed.',
        run: async () => {
          first = (await this.#page({ prefix: this.config.prefix, most: 1, signal })).Contents?.[0]?.Key;
        },
      },
      {
        name: 'read',
        message: 'A file can be read.',
        run: async () => {
          if (first !== undefined && (await this.find(first.slice(this.config.prefix.length), signal)) === undefined)
            throw failed('AccessDenied');
        },
      },
    ]);
  }

  async list(path: string, signal?: AbortSignal): Promise<readonly StoredEntry[]> {
    const below = folderPrefix(path);
    const entries: StoredEntry[] = [];
    for await (const page of this.#pages(this.config.prefix + below, signal, '/')) {
      for (const { Prefix = '' } of page.CommonPrefixes ?? [])
        entries.push({ path: Prefix.slice(this.config.prefix.length, -1), size: 0, updatedAt: new Date(0), dir: true });
      entries.push(...this.#entries(page));
      if (entries.length >= mostListed) break;
    }
    return entries
      .filter(each => each.path !== below)
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .slice(0, mostListed);
  }

  async *walk(path: string, signal: AbortSignal): AsyncIterable<StoredEntry> {
    for await (const page of this.#pages(this.config.prefix + folderPrefix(path), signal)) {
      signal.throwIfAborted();
      yield* this.#entries(page);
    }
  }

  async find(path: string, signal?: AbortSignal): Promise<StoredFile | undefined> {
    const { GetObjectCommand, HeadObjectCommand } = await import('@aws-sdk/client-s3');
    const object = this.#object(path);
    const client = await this.#client();
    try {
      const { ContentLength = 0, LastModified = new Date(0) } = await client.send(
        new HeadObjectCommand(object),
        until(signal),
      );
      return {
        size: ContentLength,
        updatedAt: LastModified,
        open: range =>
          client
            .send(
              new GetObjectCommand({
                ...object,
                ...(range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` }),
              }),
              until(signal),
            )
            .then(
              answer => answer.Body as Readable,
              (error: unknown) => {
                throw faultOf(error);
              },
            ),
      };
    } catch (error) {
      if (ABSENT.has((error as Error).name)) return undefined;
      throw faultOf(error);
    }
  }

  async write(path: string, source: Readable, signal: AbortSignal): Promise<void> {
    if ((await this.find(path, signal)) !== undefined)
      throw new Fault('INTEGRATION_FAILED', `An object named ${path} is in the bucket already.`, { status: 422 });
    const { Upload } = await import('@aws-sdk/lib-storage');
    const upload = new Upload({
      client: await this.#client(),
      params: { ...this.#object(path), Body: source },
      queueSize: 1,
    });
    const stop = (): void => void upload.abort().catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      await upload.done();
    } catch (error) {
      throw signal.aborted ? signal.reason : faultOf(error);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async address(path: string, name: string): Promise<string> {
    const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ]);
    // Our own table decides what a browser takes the file for, not the store's.
    const type = servedType(mediaTypeOfName(name));
    return getSignedUrl(
      await this.#client(),
      new GetObjectCommand({
        ...this.#object(path),
        ResponseContentType: type,
        ResponseContentDisposition: disposition(name, type),
      }),
      { expiresIn: LIFETIME },
    );
  }

  async *#pages(
    prefix: string,
    signal: AbortSignal | undefined,
    delimiter?: string,
  ): AsyncGenerator<ListObjectsV2CommandOutput> {
    let after: string | undefined;
    for (let pages = 0, entries = 0; pages < PAGES; pages += 1) {
      const page = await this.#page({ prefix, delimiter, after, signal });
      entries += (page.Contents?.length ?? 0) + (page.CommonPrefixes?.length ?? 0);
      if (entries > mostEntries) throw tooManyEntries();
      yield page;
      after = page.NextContinuationToken;
      if (after === undefined) return;
    }
    throw tooManyEntries();
  }

  async #page({
    prefix,
    delimiter,
    after,
    most,
    signal,
  }: {
    readonly prefix: string;
    readonly delimiter?: string | undefined;
    readonly after?: string | undefined;
    readonly most?: number;
    readonly signal: AbortSignal | undefined;
  }): Promise<ListObjectsV2CommandOutput> {
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
    return (await this.#client())
      .send(
        new ListObjectsV2Command({
          Bucket: this.bucket,
          Prefix: prefix,
          ...(delimiter === undefined ? {} : { Delimiter: delimiter }),
          ...(after === undefined ? {} : { ContinuationToken: after }),
          ...(most === undefined ? {} : { MaxKeys: most }),
        }),
        until(signal),
      )
      .catch((error: unknown) => {
        signal?.throwIfAborted();
        throw faultOf(error);
      });
  }

  /** Files of a page; keys that end with a slash mean folders. */
  #entries(page: ListObjectsV2CommandOutput): readonly StoredEntry[] {
    return (page.Contents ?? []).flatMap(({ Key = '', Size = 0, LastModified = new Date(0) }) =>
      Key.endsWith('/')
        ? []
        : [{ path: Key.slice(this.config.prefix.length), size: Size, updatedAt: LastModified, dir: false }],
    );
  }

  #object(path: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.bucket, Key: this.config.prefix + path };
  }

  #client(): Promise<S3Client> {
    this.#made ??= this.#make();
    return this.#made;
  }

  async #make(): Promise<S3Client> {
    const { S3Client: Client } = await import('@aws-sdk/client-s3');
    const { endpoint, region, access_key_id: accessKeyId, force_path_style: forcePathStyle } = this.config;
    return new Client({
      region,
      credentials: { accessKeyId, secretAccessKey: this.secrets.secret_access_key },
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: forcePathStyle ?? true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 2,
      logger: SILENT,
      // The agents are shared, so this client is left to the garbage collector and never destroyed.
      requestHandler: {
        ...this.agents,
        connectionTimeout: 5_000,
        requestTimeout: 20_000,
        socketTimeout: 20_000,
        throwOnRequestTimeout: true,
      },
    });
  }
}

const until = (signal: AbortSignal | undefined): { readonly abortSignal?: AbortSignal } =>
  signal === undefined ? {} : { abortSignal: signal };

const folderPrefix = (path: string): string => (path === '' || path.endsWith('/') ? path : `${path}/`);

const failed = (code: string, cause?: unknown): Fault =>
  new Fault(
    'INTEGRATION_FAILED',
    `The storage cannot be used: ${REASONS[code] ?? 'it did not answer as storage of this kind does'}.`,
    { status: 422, cause },
  );

/**
 * Returns a fault without the storage's answer, which is only logged: its texts may hold what lies behind the address.
 */
function faultOf(error: unknown): Fault {
  for (let each: unknown = error; each instanceof Error; each = each.cause) if (isFault(each)) return each;
  const { name = '', code } = error as { name?: string; code?: string };
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
    return new Fault('INTEGRATION_FAILED', `The storage could not be reached (${code}).`, {
      status: 422,
      cause: error,
    });
  return failed(name, error);
}
