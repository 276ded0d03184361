import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import type { CallInfo, Transport } from '#core/api/web/index.ts';

/** Sends the requests of tus with the headers of every other call: session and team. */
export class TusStack implements HttpStack {
  constructor(
    private readonly transport: Transport,
    private readonly call: CallInfo,
  ) {}

  createRequest(method: string, url: string): HttpRequest {
    return new TusRequest(this.transport, this.call, method, url);
  }

  getName(): string {
    return 'loupe';
  }
}

class TusRequest implements HttpRequest {
  readonly #headers: Record<string, string> = {};
  readonly #stop = new AbortController();
  #onProgress: ((sent: number) => void) | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly call: CallInfo,
    private readonly method: string,
    private readonly url: string,
  ) {}

  getMethod(): string {
    return this.method;
  }

  getURL(): string {
    return this.url;
  }

  setHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  getHeader(name: string): string | undefined {
    return this.#headers[name];
  }

  setProgressHandler(handler: (sent: number) => void): void {
    this.#onProgress = handler;
  }

  async send(body: BodyInit | null | undefined): Promise<HttpResponse> {
    try {
      const response = await this.transport.exchange(
        this.call,
        { url: this.url, method: this.method, headers: this.#headers },
        { body: body ?? undefined, signal: this.#stop.signal, onProgress: sent => this.#onProgress?.(sent) },
      );
      return new TusResponse(response, await response.text());
    } catch (error) {
      // A request that was stopped must not settle, also when the upload was begun again meanwhile.
      if (this.#stop.signal.aborted) return new Promise(() => undefined);
      throw error;
    }
  }

  abort(): Promise<void> {
    this.#stop.abort();
    return Promise.resolve();
  }

  getUnderlyingObject(): undefined {
    return undefined;
  }
}

class TusResponse implements HttpResponse {
  constructor(
    private readonly response: Response,
    private readonly body: string,
  ) {}

  getStatus(): number {
    return this.response.status;
  }

  getHeader(name: string): string | undefined {
    return this.response.headers.get(name) ?? undefined;
  }

  getBody(): string {
    return this.body;
  }

  getUnderlyingObject(): Response {
    return this.response;
  }
}
