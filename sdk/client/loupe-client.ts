import { errorOf, LoupeError } from './loupe-error.ts';
import { retried } from './retry.ts';

/** Services of a server; each has a base address of its own under `/services`. */
export type LoupeService =
  | 'main'
  | 'work-management'
  | 'items'
  | 'explore'
  | 'assets'
  | 'scoring'
  | 'automations'
  | 'storage'
  | 'ml';

/** Server and token of the client's calls. */
export interface LoupeClientOptions {
  /** Address of the server, e.g. `https://loupe.example.org`. */
  readonly url: string;
  /** An SDK token of the form `text=TEAMID`; `npm run loupe -- sdk-token` prints one. */
  readonly token: string;
  /** Milliseconds that one attempt of a call may take until its answer begins; a minute when absent, 0 for any time. */
  readonly timeoutMs?: number;
  /** For tests and special networks; the global `fetch` when absent. */
  readonly fetch?: typeof fetch;
}

/** One call: `path` as in `/openapi.json`, with its parameters filled in. */
export interface LoupeCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `main` when absent. */
  readonly service?: LoupeService;
  /** Lists repeat the key; undefined is left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined | readonly (string | number)[]>>;
  /** Project and folder of calls of work management and items, beside the team. */
  readonly context?: { readonly project_id?: number; readonly folder_id?: number };
  /** Sent as JSON; bytes, forms and streams of bytes as they are, a `Blob` under its own type. */
  readonly body?: unknown;
  /** In place of the client's own. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Counts of calls; saves are counted apart. */
export interface LoupeCounters {
  readonly pending: number;
  readonly saving: number;
}

const TOKEN = /^[-.@_A-Za-z0-9]+=(\d+)$/;
const TIMEOUT_MS = 60_000;
/** Calls whose path includes one of these count as saves. */
const SAVE_WORDS = ['getAnnotationUploadToken', 'save', 'approvalStatus'];

/**
 * Calls a Loupe server from a script: adds the token, tries 502, 503, 504 and a server that cannot be reached three
 * more times (300 ms times the attempt), and turns every other failure into a `LoupeError`.
 *
 *     const loupe = new LoupeClient({ url: 'http://localhost:8080', token });
 *     for await (const project of rows(loupe, '/api/v1/projects')) console.log(project);
 */
export class LoupeClient {
  /** The team the token belongs to. */
  readonly teamId: number;
  readonly #options: LoupeClientOptions;
  readonly #counters = { pending: 0, saving: 0 };

  constructor(options: LoupeClientOptions) {
    const team = TOKEN.exec(options.token)?.[1];
    if (team === undefined) throw new TypeError('The token must have the form text=TEAMID.');
    this.teamId = Number(team);
    this.#options = options;
  }

  get counters(): LoupeCounters {
    return { ...this.#counters };
  }

  /** Sends a call and gives its JSON answer, undefined for an empty one. @throws LoupeError */
  async call<T = unknown>(path: string, call: LoupeCall = {}): Promise<T> {
    const text = await (await this.send(path, call)).text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /**
   * Sends a call and gives the whole answer, for downloads. Every status from 200 to 299 is a success.
   * @throws LoupeError
   */
  async send(path: string, call: LoupeCall = {}): Promise<Response> {
    const counter = SAVE_WORDS.some(word => path.includes(word)) ? 'saving' : 'pending';
    this.#counters[counter] += 1;
    try {
      // A stream can be sent once only.
      const again = !(call.body instanceof ReadableStream);
      return await (again ? retried(() => this.#once(path, call), call.signal) : this.#once(path, call));
    } finally {
      this.#counters[counter] -= 1;
    }
  }

  /**
   * Fetches an address that the server handed out and that authorises itself, such as that of an export: no header of
   * ours goes with it.
   * @throws LoupeError
   */
  download(address: string, signal?: AbortSignal): Promise<Response> {
    return retried(
      () => this.#answer(new URL(address, this.#options.url), signal === undefined ? {} : { signal }, 0),
      signal,
    );
  }

  #once(
    path: string,
    {
      method = 'GET',
      service = 'main',
      query = {},
      context = {},
      body,
      signal,
      timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS,
    }: LoupeCall,
  ): Promise<Response> {
    const url = new URL(
      service === 'main' || path.startsWith('/services/') ? path : `/services/${service}${path}`,
      this.#options.url,
    );
    for (const [key, value] of Object.entries(query))
      for (const each of Array.isArray(value) ? value : [value])
        if (each !== undefined) url.searchParams.append(key, String(each));
    const bytes = body instanceof Uint8Array || body instanceof Blob || body instanceof ReadableStream;
    const form = body instanceof FormData;
    return this.#answer(
      url,
      {
        method,
        headers: {
          authorization: this.#options.token,
          authtype: 'sdk',
          'x-sa-entity-context': btoa(JSON.stringify({ team_id: this.teamId, ...context })),
          // A form sends its own, with the boundary.
          ...(body === undefined || form
            ? {}
            : {
                'content-type': bytes
                  ? body instanceof Blob && body.type !== ''
                    ? body.type
                    : 'application/octet-stream'
                  : 'application/json',
              }),
        },
        ...(body === undefined ? {} : { body: bytes || form ? (body as BodyInit) : JSON.stringify(body) }),
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
        ...(signal === undefined ? {} : { signal }),
      },
      timeoutMs,
    );
  }

  /** One attempt. The time is that until the answer begins: a long download is no failure. */
  async #answer(url: URL, request: RequestInit, timeoutMs: number): Promise<Response> {
    const late = new AbortController();
    const timer =
      timeoutMs > 0
        ? setTimeout(
            () => late.abort(new LoupeError(504, 'TIMEOUT', `The server did not answer within ${timeoutMs} ms.`)),
            timeoutMs,
          )
        : undefined;
    const { signal } = request;
    try {
      const response = await (this.#options.fetch ?? fetch)(url, {
        ...request,
        signal: signal === undefined || signal === null ? late.signal : AbortSignal.any([signal, late.signal]),
      });
      if (!response.ok) throw await errorOf(response);
      return response;
    } catch (error) {
      if (error instanceof LoupeError || signal?.aborted === true) throw error;
      // A failure of the network is turned into status 502.
      throw late.signal.aborted
        ? late.signal.reason
        : new LoupeError(502, 'NETWORK', 'No connection to the server.', error);
    } finally {
      clearTimeout(timer);
    }
  }
}
