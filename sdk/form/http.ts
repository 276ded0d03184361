import type { HttpAnswer } from './form-protocol.ts';
import type { ScriptEnd } from './script-end.ts';

/** Options of a call. A body that is no text is sent as JSON. */
export interface HttpOptions {
  /** GET when absent, POST with a body. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The answer of a call. */
export interface HttpReply extends HttpAnswer {
  /** True for 200 to 299. */
  readonly ok: boolean;
  text(): string;
  /** @throws SyntaxError when the body is no JSON. */
  json<Value = unknown>(): Value;
}

/**
 * Calls to other services, made by the server: `{{NAME}}` in address, headers and body is replaced there by the form's
 * variable of that name.
 */
export class HttpModule {
  constructor(private readonly end: ScriptEnd) {}

  /** @throws Error when the server refuses the call or cannot make it; an answer of 400 and above is no error. */
  async fetch(url: string, { method, headers = {}, body }: HttpOptions = {}): Promise<HttpReply> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const json: Readonly<Record<string, string>> =
      body !== undefined &&
      typeof body !== 'string' &&
      !Object.keys(headers).some(each => each.toLowerCase() === 'content-type')
        ? { 'content-type': 'application/json' }
        : {};
    const answer = await this.end.ask('fetch', {
      url: String(url),
      method: (method ?? (text === undefined ? 'GET' : 'POST')).toUpperCase(),
      headers: { ...json, ...headers },
      ...(text === undefined ? {} : { body: text }),
    });
    return {
      ...answer,
      ok: answer.status >= 200 && answer.status < 300,
      text: () => answer.body,
      json: <Value>() => JSON.parse(answer.body) as Value,
    };
  }
}
