import { proxy } from 'valtio';
import { ChangeHook, ChoiceHook, Fault, NoticeHook } from '#core/base/common/index.ts';
import { retried } from '#sdk/client/retry.ts';
import type { Operation, Service } from '../common/index.ts';
import { BYTES, errorBody, fillPath, queryString, serviceBase } from '../common/index.ts';
import { messages } from './messages.ts';

/** A call about to be sent; taps of `request.sending` may add headers. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The call that an answer or fault belongs to. */
export interface CallInfo {
  readonly service: Service;
  readonly name: string;
  readonly path: string;
}

/** Decision of a tap of `request.failed`: send again, or give this value in place of the fault. */
export type Handling = { readonly again: Promise<void> } | { readonly instead: unknown };

/** Hooks of every call the browser makes. */
export class CallHooks {
  /** Before a call is sent; a tap may add headers. */
  readonly sending = new ChangeHook<OutgoingRequest, [call: CallInfo]>('core.request.sending');
  /** A call failed: send it again, or give a value in place of the fault. */
  readonly failed = new ChoiceHook<[fault: Fault, call: CallInfo], Handling>('core.request.failed');
  /** An answer came, also one that reports a fault. */
  readonly received = new NoticeHook<[response: Response, call: CallInfo, request: OutgoingRequest]>(
    'core.response.received',
  );
}

export interface RawArguments {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly onProgress?: (sent: number, total: number) => void;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends calls: headers by hooks, retries of 502–504, a count of pending calls, faults with the server's code. */
export class Transport {
  readonly hooks = new CallHooks();
  /** Calls under way. */
  readonly state = proxy({ pending: 0 });

  async send(call: CallInfo, operation: Operation, args: RawArguments): Promise<unknown> {
    this.state.pending++;
    try {
      return await retried(() => this.#once(call, operation, args, true), args.signal);
    } finally {
      this.state.pending--;
    }
  }

  /**
   * One request of a protocol that has its own rules for answers and retries (tus): it goes with the headers of every
   * call, and whatever the server answers is given back. A session that has run out is renewed once.
   * @throws Fault NETWORK, and the reason of `signal`.
   */
  async exchange(
    call: CallInfo,
    asked: OutgoingRequest,
    args: Pick<RawArguments, 'signal' | 'onProgress'> & { readonly body?: BodyInit | undefined },
  ): Promise<Response> {
    for (let first = true; ; first = false) {
      const request = this.hooks.sending.call(asked, call);
      const response = await sendWithProgress(request, args.body, args.onProgress, args.signal);
      this.hooks.received.call(response, call, request);
      if (response.ok || !first) return response;
      const handling = this.hooks.failed.call(await faultOf(response.clone()), call);
      if (handling === undefined || 'instead' in handling) return response;
      await handling.again;
    }
  }

  async #once(call: CallInfo, operation: Operation, args: RawArguments, first: boolean): Promise<unknown> {
    try {
      return await this.#fetch(call, operation, args);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const handling = this.hooks.failed.call(error, call);
      if (handling === undefined) throw error;
      if ('instead' in handling) return handling.instead;
      if (!first) throw error;
      await handling.again;
      return this.#once(call, operation, args, false);
    }
  }

  async #fetch(call: CallInfo, operation: Operation, args: RawArguments): Promise<unknown> {
    const isBytes = operation.body === BYTES;
    const request = this.hooks.sending.call(
      {
        url:
          serviceBase(call.service) +
          fillPath(operation.path, args.params as Record<string, unknown> | undefined) +
          queryString(args.query as Record<string, unknown> | undefined),
        method: operation.method,
        headers: {
          accept: 'application/json',
          ...(operation.body === undefined
            ? {}
            : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
          ...args.headers,
        },
      },
      call,
    );
    const body = isBytes
      ? (args.body as BodyInit)
      : operation.body === undefined
        ? undefined
        : textBody(JSON.stringify(args.body));
    const response =
      args.onProgress === undefined
        ? await this.#plain(request, body, args.signal)
        : await sendWithProgress(request, body, args.onProgress, args.signal);
    this.hooks.received.call(response, call, request);
    if (!response.ok) throw await faultOf(response);
    if (operation.reply === BYTES) return response;
    return operation.reply.parse(await response.json());
  }

  async #plain(
    request: OutgoingRequest,
    body: BodyInit | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    try {
      return await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
        credentials: 'same-origin',
        redirect: 'error',
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw networkFault(error);
    }
  }
}

/** Characters of a text that `fetch` may be given: it holds the page while it takes over a longer one. */
const LONGEST_TEXT = 65_536;

const textBody = (text: string): BodyInit => (text.length > LONGEST_TEXT ? new Blob([text]) : text);

/** A network failure is turned into status 502. */
const networkFault = (cause?: unknown): Fault =>
  new Fault('NETWORK', messages.transport.noConnectionToTheServer, { status: 502, cause });

/** Status plus parsed body, or status text when the body is empty. */
export async function faultOf(response: Response): Promise<Fault> {
  const text = await response.text();
  try {
    const body = errorBody.parse(JSON.parse(text));
    const message = Array.isArray(body.error)
      ? body.error.join('\n')
      : typeof body.error === 'string'
        ? body.error
        : JSON.stringify(body.error ?? body['errors']);
    // A call refused because of maintenance raises an error of this code.
    const code = body.code === 'maintenance' ? 'MAINTENANCE' : body.code;
    return new Fault(code ?? `HTTP_${response.status}`, message, { status: response.status, details: body.details });
  } catch {
    return new Fault(`HTTP_${response.status}`, text === '' ? response.statusText : text.slice(0, 300), {
      status: response.status,
    });
  }
}

/** `fetch` does not report how much of a body was sent, so uploads with progress go by XMLHttpRequest. */
function sendWithProgress(
  request: OutgoingRequest,
  body: BodyInit | undefined,
  onProgress: ((sent: number, total: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    if (onProgress !== undefined) xhr.upload.onprogress = event => onProgress(event.loaded, event.total);
    // An answer of these statuses has no body, not even an empty one.
    xhr.onload = () =>
      resolve(
        new Response([204, 205, 304].includes(xhr.status) ? null : xhr.responseText, {
          status: xhr.status,
          statusText: xhr.statusText,
          headers: headersOf(xhr),
        }),
      );
    xhr.onerror = () => reject(networkFault());
    xhr.onabort = () => reject(signal?.reason ?? new DOMException('aborted', 'AbortError'));
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(body as XMLHttpRequestBodyInit | undefined);
  });
}

/** One `name: value` on each line. */
const headersOf = (xhr: XMLHttpRequest): Headers =>
  new Headers(
    xhr
      .getAllResponseHeaders()
      .trim()
      .split(/[\r\n]+/)
      .flatMap((line): [string, string][] =>
        line.includes(': ') ? [[line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]] : [],
      ),
  );
