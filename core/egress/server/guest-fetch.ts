import { invalidField } from '#core/base/common/index.ts';
import type { Egress } from './egress.ts';

/** Bytes of an answer. */
const MOST_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Headers of an answer that guests receive. */
const PASSED =
  /^(content-type|content-length|content-language|date|etag|last-modified|location|retry-after|link|x-request-id|x-total-count|x-ratelimit-[a-z-]+)$/;
/** Headers that say who sends, or how: they are the server's own. */
const OWN =
  /^(host|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|cookie|origin|referer|sec-.*|x-forwarded-.*|forwarded|via|x-loupe-.*)$/i;

export interface GuestRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface GuestAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * A request that code of a guest asks for (scripts of a form, custom apps), sent by the server. Redirects are followed
 * to `origins` only; the caller sees to it that the first address is one of them. Cookies and the headers of the
 * connection are not the guest's to set.
 * @throws Fault INVALID_FIELD for a header, EGRESS_REFUSED, EGRESS_FAILED, EGRESS_TIMEOUT, EGRESS_TOO_LARGE
 */
export async function guestFetch(
  egress: Egress,
  origins: ReadonlySet<string>,
  { url, method, headers, body }: GuestRequest,
  signal: AbortSignal,
): Promise<GuestAnswer> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) throw invalidField(`headers.${name}`, 'is no name of a header');
    if (OWN.test(name)) throw invalidField(`headers.${name}`, 'is set by the server');
    if (/[\r\n\0]/.test(value)) throw invalidField(`headers.${name}`, 'must be one line');
  }
  const sent = body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body };
  const answer = await egress.fetch(url, {
    method,
    headers,
    ...sent,
    maxBytes: MOST_BYTES,
    timeoutMs: TIMEOUT_MS,
    mayFollow: target => origins.has(target.origin),
    signal,
  });
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => PASSED.test(name))),
    body: await answer.text(),
  };
}
