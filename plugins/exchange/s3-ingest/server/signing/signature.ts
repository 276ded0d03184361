import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Refusal } from '../s3-refusal.ts';

/** A request as it was sent, before anything is decoded. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query, percent-encoded as sent. */
  readonly url: string;
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
}

/** Fields of an `Authorization` header of AWS Signature Version 4. */
export interface Signature {
  readonly accessKeyId: string;
  /** `20261120/us-east-1/s3/aws4_request` */
  readonly scope: string;
  readonly signedHeaders: readonly string[];
  /** 64 hex digits. */
  readonly signature: string;
  /** `20261120T074500Z` */
  readonly date: string;
}

/** Milliseconds that the clock of a client may be off. */
const SKEW = 15 * 60_000;
/** Without these in the signature, what they say could be changed on the way. */
const MUST_SIGN = ['host', 'x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token'];
const FORM =
  /^AWS4-HMAC-SHA256\s+Credential=([^/,\s]+)\/(\d{8}\/[^/,\s]*\/s3\/aws4_request)\s*,\s*SignedHeaders=([a-z0-9;-]+)\s*,\s*Signature=([0-9a-f]{64})$/;

/** True when the request means to be one of the S3 protocol. */
export const isSigned = (headers: IncomingHttpHeaders): boolean =>
  headers.authorization?.startsWith('AWS4-HMAC-SHA256') === true;

/** @throws S3Refusal for a header that is not of this form, lacks a header that must be signed, or is too old. */
export function readSignature(headers: IncomingHttpHeaders, now: number): Signature {
  const match = FORM.exec(headers.authorization ?? '');
  if (match === null)
    throw new S3Refusal(
      'AuthorizationHeaderMalformed',
      'The Authorization header is not AWS Signature Version 4 for the service s3.',
    );
  const [, accessKeyId = '', scope = '', signed = '', signature = ''] = match;
  const signedHeaders = signed.split(';');
  const missing = MUST_SIGN.find(
    each => !signedHeaders.includes(each) || (each !== 'host' && headers[each] === undefined),
  );
  if (missing !== undefined) throw new S3Refusal('AccessDenied', `The header ${missing} must be sent and signed.`, 403);
  const date = String(headers['x-amz-date']);
  const time = timeOf(date);
  if (time === undefined || !scope.startsWith(`${date.slice(0, 8)}/`))
    throw new S3Refusal(
      'AccessDenied',
      'X-Amz-Date is not a time such as 20261120T074500Z of the day that was signed.',
      403,
    );
  if (Math.abs(now - time) > SKEW)
    throw new S3Refusal(
      'RequestTimeTooSkewed',
      'The difference between the time of the request and the time of the server is too large.',
      403,
    );
  return { accessKeyId, scope, signedHeaders, signature, date };
}

/** True when the signature was made with this secret over exactly this request. */
export function isSignedBy(secret: string, request: SignedRequest, signature: Signature): boolean {
  const text = [
    'AWS4-HMAC-SHA256',
    signature.date,
    signature.scope,
    sha256(canonicalRequest(request, signature.signedHeaders)),
  ].join('\n');
  return equalHex(signature.signature, hmac(signingKey(secret, signature.scope), text).toString('hex'));
}

/** The key that a secret gives for one day, region and service. */
export function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secret}`));
}

export const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function equalHex(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function canonicalRequest({ method, url, host, headers }: SignedRequest, signedHeaders: readonly string[]): string {
  const [path = '', query = ''] = split(url);
  const lines = signedHeaders.map(name => {
    const value = name === 'host' ? host : headers[name];
    return `${name}:${(Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/ +/g, ' ')}\n`;
  });
  return [
    method,
    path,
    canonicalQuery(query),
    lines.join(''),
    signedHeaders.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n');
}

function canonicalQuery(query: string): string {
  const pairs =
    query === ''
      ? []
      : query.split('&').map(each => {
          const at = each.indexOf('=');
          return at < 0 ? [encode(each), ''] : [encode(each.slice(0, at)), encode(each.slice(at + 1))];
        });
  return pairs
    .map(each => each.join('='))
    .sort()
    .join('&');
}

/** Every byte but the unreserved ones percent-encoded, whatever of it already was. */
function encode(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // Not UTF-8: compared as it is, and so refused.
  }
  return encodeURIComponent(plain).replace(/[!'()*]/g, each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

function split(url: string): readonly string[] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

function timeOf(date: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
