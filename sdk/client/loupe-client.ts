/** Where the server is and whose token calls carry. */
export interface LoupeClientOptions {
  /** Address of the server, e.g. `https://loupe.example.org`. */
  readonly url: string;
  /** An SDK token of the form `text=TEAMID`; `npm run loupe -- sdk-token` prints one. */
  readonly token: string;
  /** For tests and special networks; the global `fetch` when absent. */
  readonly fetch?: typeof fetch;
}

/** One call: `path` as in `/openapi.json`, with its parameters filled in. */
export interface LoupeCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Lists repeat the key; undefined is left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined | readonly (string | number)[]>>;
  /** Sent as JSON, or as it is when it is bytes. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** An answer that is no success. `code` is stable; the message is for people. */
export class LoupeError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details: unknown) {
    super(message);
    this.name = 'LoupeError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const TOKEN = /^[-.@_A-Za-z0-9]+=(\d+)$/;
const RETRIES = 3;
const RETRY_PAUSE = 300;

/**
 * Calls a Loupe server from a script: adds the token, tries 502, 503 and 504 three more times (300 ms times the attempt), and
 * turns every other failure into a `LoupeError`.
 *
 *     const loupe = new LoupeClient({ url: 'http://localhost:8080', token });
 *     for await (const project of loupe.pages('/api/v1/projects')) console.log(project);
 */
export class LoupeClient {
  /** The team the token belongs to. */
  readonly teamId: number;
  readonly #options: LoupeClientOptions;

  constructor(options: LoupeClientOptions) {
    const team = TOKEN.exec(options.token)?.[1];
    if (team === undefined) throw new TypeError('The token must have the form text=TEAMID.');
    this.teamId = Number(team);
    this.#options = options;
  }

  /** Sends a call and gives its JSON answer. @throws LoupeError */
  async call<T = unknown>(path: string, call: LoupeCall = {}): Promise<T> {
    return (await (await this.send(path, call)).json()) as T;
  }

  /** Sends a call and gives the whole answer, for downloads. @throws LoupeError */
  async send(path: string, call: LoupeCall = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.#once(path, call);
      if (response.ok) return response;
      if (![502, 503, 504].includes(response.status) || attempt > RETRIES) throw await errorOf(response);
      await new Promise(resolve => setTimeout(resolve, RETRY_PAUSE * attempt));
    }
  }

  /** All rows of a list, page by page. `limit` rows are asked for at a time. */
  async *pages<T = unknown>(path: string, query: LoupeCall['query'] = {}, limit = 500): AsyncGenerator<T> {
    for (let offset = 0; ; offset += limit) {
      const { data, count } = await this.call<{ data: T[]; count: number }>(path, { query: { ...query, offset, limit } });
      yield* data;
      if (offset + data.length >= count || data.length === 0) return;
    }
  }

  #once(path: string, { method = 'GET', query = {}, body, signal }: LoupeCall): Promise<Response> {
    const url = new URL(path, this.#options.url);
    for (const [key, value] of Object.entries(query)) for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) url.searchParams.append(key, String(each));
    const bytes = body instanceof Uint8Array || body instanceof Blob;
    return (this.#options.fetch ?? fetch)(url, {
      method,
      headers: { authorization: this.#options.token, authtype: 'sdk', ...(body === undefined ? {} : { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }) },
      ...(body === undefined ? {} : { body: bytes ? (body as BodyInit) : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  }
}

async function errorOf(response: Response): Promise<LoupeError> {
  const text = await response.text();
  try {
    const { error, code, details } = JSON.parse(text) as { error?: unknown; code?: string; details?: unknown };
    return new LoupeError(response.status, code ?? `HTTP_${response.status}`, typeof error === 'string' ? error : JSON.stringify(error), details);
  } catch {
    return new LoupeError(response.status, `HTTP_${response.status}`, text || response.statusText, undefined);
  }
}
