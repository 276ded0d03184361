import { Readable } from 'node:stream';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { ByteRange } from '#core/data/server/index.ts';
import type { Egress, EgressRequest, EgressResponse } from '#core/egress/server/index.ts';
import type { IntegrationCheck, WebDavConfig, WebDavSecrets } from '../../common/integration.ts';
import { byteSlice } from './byte-slice.ts';
import { checkSteps } from './check-steps.ts';
import type { StorageDriver, StoredEntry, StoredFile } from './storage-driver.ts';
import { mostEntries, mostListed, tooManyEntries } from './storage-driver.ts';
import { ENTRY_PROPERTIES, webDavEntries } from './webdav-entries.ts';

/** Milliseconds for an answer that is not a file. */
const ASK_MS = 20_000;
/** Milliseconds for a whole file. */
const FILE_MS = 6 * 3_600_000;
/** Bytes of the list of one folder. */
const LIST_BYTES = 16 * 1024 * 1024;

const REASONS: Readonly<Record<number, string>> = {
  401: 'the user name or the password is wrong',
  403: 'the user may not do this',
  404: 'there is no folder at its address',
  405: 'the address is not one of WebDAV. Enter the address of its WebDAV folder',
  409: 'the folder is not there',
  423: 'the file is locked',
  507: 'it is full',
};

/** Files of a WebDAV folder (RFC 4918), through the guarded way out. All of its requests stay at its own host. */
export class WebDavDriver implements StorageDriver {
  readonly #root: URL;
  /** The decoded path of the root, with a slash at its end. */
  readonly #base: string;

  constructor(
    private readonly config: WebDavConfig,
    private readonly secrets: WebDavSecrets,
    private readonly egress: Egress,
  ) {
    this.#root = new URL(config.url.endsWith('/') ? config.url : `${config.url}/`);
    this.#base = decodeURIComponent(this.#root.pathname);
  }

  check(signal?: AbortSignal): Promise<IntegrationCheck> {
    let first: StoredEntry | undefined;
    return checkSteps([
      {
        name: 'list',
        message: 'The folder can be listed.',
        run: async () => {
          first = (await this.#children('', signal))?.find(each => !each.dir);
        },
      },
      {
        name: 'read',
        message: 'A file can be read.',
        run: async () => {
          if (first !== undefined) await (await this.#bytes(first.path, undefined, signal)).discard();
        },
      },
    ]);
  }

  async list(path: string, signal?: AbortSignal): Promise<readonly StoredEntry[]> {
    return ((await this.#children(path, signal)) ?? []).slice(0, mostListed);
  }

  async *walk(path: string, signal: AbortSignal): AsyncIterable<StoredEntry> {
    // The next folder is the last one; a folder's files come before those of the folders in it.
    const folders = [path];
    let seen = 0;
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      signal.throwIfAborted();
      const entries = (await this.#children(at, signal)) ?? [];
      if ((seen += entries.length) > mostEntries) throw tooManyEntries();
      yield* entries.filter(each => !each.dir);
      folders.push(
        ...entries
          .filter(each => each.dir)
          .map(each => each.path)
          .toReversed(),
      );
    }
  }

  async find(path: string, signal?: AbortSignal): Promise<StoredFile | undefined> {
    const found = (await this.#properties(path, 0, signal))?.find(each => each.path === path && !each.dir);
    if (found === undefined) return undefined;
    return {
      size: found.size,
      updatedAt: found.updatedAt,
      open: async range => {
        const answer = await this.#bytes(path, range, signal);
        return answer.status === 200 && range !== undefined
          ? Readable.from(byteSlice(answer.stream(), range), { objectMode: false })
          : answer.stream();
      },
    };
  }

  /** Writes beside the place and moves it there in one step, so that neither half a file is seen nor one replaced. */
  async write(path: string, source: Readable, signal: AbortSignal): Promise<void> {
    if ((await this.#properties(path, 0, signal)) !== undefined) throw taken(path);
    const folders = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= folders.length; depth += 1)
      await this.#send(folders.slice(0, depth).join('/'), { method: 'MKCOL', signal }, [201, 405]);
    const part = `${path}.${crypto.randomUUID()}.part`;
    try {
      await this.#send(part, { method: 'PUT', body: source, timeoutMs: FILE_MS, signal }, [200, 201, 204]);
      const moved = await this.#send(
        part,
        { method: 'MOVE', headers: { destination: this.#url(path), overwrite: 'F' }, signal },
        [201, 204, 412],
      );
      if (moved === 412) throw taken(path);
    } catch (error) {
      await this.#send(part, { method: 'DELETE' }, []).catch(() => undefined);
      throw signal.aborted ? signal.reason : error;
    }
  }

  address(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Returns the entries directly in a folder, by name; undefined where there is no such folder. */
  async #children(path: string, signal?: AbortSignal): Promise<readonly StoredEntry[] | undefined> {
    const entries = await this.#properties(path, 1, signal);
    if (entries === undefined && path === '') throw failed(404);
    const below = path === '' ? '' : `${path}/`;
    return entries
      ?.filter(({ path: each }) => each !== path && each.startsWith(below) && !each.slice(below.length).includes('/'))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  }

  /** Returns the entries that the server names for a place and, with depth 1, in it; undefined where nothing is. */
  async #properties(path: string, depth: 0 | 1, signal?: AbortSignal): Promise<readonly StoredEntry[] | undefined> {
    const answer = await this.#request(path, {
      method: 'PROPFIND',
      headers: { depth: String(depth), 'content-type': 'application/xml; charset=utf-8' },
      body: ENTRY_PROPERTIES,
      maxBytes: LIST_BYTES,
      signal,
    });
    if (answer.status === 404) {
      await answer.discard();
      return undefined;
    }
    if (answer.status !== 207) {
      await answer.discard();
      throw failed(answer.status);
    }
    const text = await answer.text().catch((error: unknown) => {
      throw isFault(error) && error.code === 'EGRESS_TOO_LARGE' ? tooManyEntries() : error;
    });
    const entries = webDavEntries(text, this.#base);
    if (entries === undefined) throw failed(405);
    return entries;
  }

  async #bytes(path: string, range: ByteRange | undefined, signal?: AbortSignal): Promise<EgressResponse> {
    const answer = await this.#request(path, {
      headers: {
        'accept-encoding': 'identity',
        ...(range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` }),
      },
      maxBytes: Number.POSITIVE_INFINITY,
      timeoutMs: FILE_MS,
      signal,
    });
    if (answer.status === 200 || answer.status === 206) return answer;
    await answer.discard();
    throw failed(answer.status);
  }

  /** Sends a request whose answer has no body of use. @throws Fault INTEGRATION_FAILED for another status. */
  async #send(path: string, request: WebDavRequest, expected: readonly number[]): Promise<number> {
    const answer = await this.#request(path, request);
    await answer.discard();
    if (!expected.includes(answer.status)) throw failed(answer.status);
    return answer.status;
  }

  #request(path: string, { signal, headers, ...request }: WebDavRequest): Promise<EgressResponse> {
    const { username } = this.config;
    return this.egress.fetch(this.#url(path), {
      timeoutMs: ASK_MS,
      ...request,
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${this.secrets.password}`).toString('base64')}`,
        ...headers,
      },
      mayFollow: target => target.origin === this.#root.origin,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  #url(path: string): string {
    return this.#root.href + path.split('/').map(encodeURIComponent).join('/');
  }
}

type WebDavRequest = Omit<EgressRequest, 'signal' | 'mayFollow'> & { readonly signal?: AbortSignal | undefined };

const failed = (status: number): Fault =>
  new Fault(
    'INTEGRATION_FAILED',
    `The storage cannot be used: ${REASONS[status] ?? `it did not answer as storage of this kind does (status ${status})`}.`,
    { status: 422, details: { status } },
  );

const taken = (path: string): Fault =>
  new Fault('INTEGRATION_FAILED', `A file named ${path} is in the folder already.`, { status: 422 });
