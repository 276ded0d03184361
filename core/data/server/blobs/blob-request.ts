import type { Readable } from 'node:stream';
import type { BlobDriver } from './blob-driver.ts';
import type { BlobQuery, BlobUrls } from './blob-urls.ts';
import { parseByteRange } from './byte-range.ts';
import { disposition, servedType } from './content-types.ts';

/** The parts of an HTTP request that decide about a blob's answer. */
export interface BlobRequest {
  readonly method: 'GET' | 'HEAD';
  readonly hash: string;
  readonly query: BlobQuery;
  readonly range?: string;
  readonly ifNoneMatch?: string;
  readonly ifRange?: string;
}

/** Status, headers and, for 200 and 206 to GET, the bytes. */
export interface BlobAnswer {
  readonly status: 200 | 206 | 304 | 403 | 404 | 410 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly stream?: Readable;
}

/** Whatever a stored file holds, no browser may run it: user files come from our own origin. */
const GUARD = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
} as const;
const REFUSAL = { ...GUARD, 'cache-control': 'no-store' } as const;

/** Answers requests for signed blob addresses: ranges, validators, safe headers. Knows nothing of the web server. */
export function blobResponder(driver: BlobDriver, urls: BlobUrls): (request: BlobRequest) => Promise<BlobAnswer> {
  return request => resolveBlobRequest(driver, urls, request);
}

async function resolveBlobRequest(driver: BlobDriver, urls: BlobUrls, request: BlobRequest): Promise<BlobAnswer> {
  const verified = urls.verify(request.hash, request.query);
  if (!verified.allowed) return { status: verified.reason === 'expired' ? 410 : 403, headers: REFUSAL };
  const entry = await driver.head(request.hash);
  if (entry === undefined) return { status: 404, headers: REFUSAL };

  const etag = `"${entry.hash}"`;
  const type = servedType(verified.grant.type);
  const common = { ...GUARD, etag, 'cache-control': 'private, max-age=31536000, immutable', 'accept-ranges': 'bytes' };
  if (matches(request.ifNoneMatch, etag)) return { status: 304, headers: common };

  // If-Range with another validator means: the client's part is of another file, send all of it.
  const ranged = request.ifRange === undefined || request.ifRange.trim() === etag ? request.range : undefined;
  const range = parseByteRange(ranged, entry.size);
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...REFUSAL, 'content-range': `bytes */${entry.size}` } };

  const length = range === undefined ? entry.size : range.last - range.first + 1;
  const headers = {
    ...common,
    'content-type': type,
    'content-disposition': disposition(verified.grant.name, type),
    'content-length': String(length),
    ...(range === undefined ? {} : { 'content-range': `bytes ${range.first}-${range.last}/${entry.size}` }),
  };
  const status = range === undefined ? 200 : 206;
  if (request.method === 'HEAD') return { status, headers };
  const stream = await driver.get(request.hash, range);
  return stream === undefined ? { status: 404, headers: REFUSAL } : { status, headers, stream };
}

/** If-None-Match compares weakly and may list several tags (RFC 9110, section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some(each => ['*', etag].includes(each.trim().replace(/^W\//, '')));
}
