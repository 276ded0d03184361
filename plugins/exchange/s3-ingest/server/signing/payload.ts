import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { S3Refusal } from '../s3-refusal.ts';
import type { ChunkSigning } from './chunked-body.ts';
import { ChunkedBody } from './chunked-body.ts';
import { equalHex } from './signature.ts';

const SIGNED_STREAMS = ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER'];
const UNSIGNED_STREAM = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/** A sum over bytes that pass by. */
interface Sum {
  add(bytes: Uint8Array): void;
  /** base64 */
  result(): string;
}

const hashed = (name: string) => (): Sum => {
  const hash: Hash = createHash(name);
  return { add: bytes => void hash.update(bytes), result: () => hash.digest('base64') };
};

const SUMS: Readonly<Record<string, () => Sum>> = {
  crc32() {
    let value = 0;
    return {
      add(bytes) {
        value = crc32(bytes, value);
      },
      result() {
        const four = Buffer.alloc(4);
        four.writeUInt32BE(value);
        return four.toString('base64');
      },
    };
  },
  sha1: hashed('sha1'),
  sha256: hashed('sha256'),
};

const PREFIX = 'x-amz-checksum-';
/** About the sum, not one. */
const NO_SUM = new Set(['algorithm', 'type', 'mode']);

/** Content of a body. */
export interface Payload {
  /**
   * The file's bytes, unpacked; fails at the end when they are not what the headers, trailers or the signature said.
   */
  bytes(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** MD5 as hex, after `bytes` has ended. */
  md5(): string;
  /** Bytes that were announced; undefined when they were not. */
  readonly announced: number | undefined;
}

/**
 * Reads the body of a PUT by its headers: plain or `aws-chunked`, with `X-Amz-Content-SHA256`, `Content-MD5`
 * and a checksum in a header or trailer, all of which are checked.
 * @param signing for the parts of a signed stream.
 * @throws S3Refusal for headers that contradict each other or that are not known.
 */
export function readPayload(headers: IncomingHttpHeaders, signing: ChunkSigning): Payload {
  const content = String(headers['x-amz-content-sha256']);
  const streamed = content === UNSIGNED_STREAM || SIGNED_STREAMS.includes(content);
  if (!streamed && content !== 'UNSIGNED-PAYLOAD' && !/^[0-9a-f]{64}$/.test(content))
    throw new S3Refusal('InvalidRequest', `x-amz-content-sha256 is not valid: ${content.slice(0, 100)}`);
  const trailer = streamed ? headers['x-amz-trailer'] : undefined;
  const inTrailer = typeof trailer === 'string' ? sumOf(trailer.trim().toLowerCase()) : undefined;
  const expected = Object.entries(headers).flatMap(([name, value]) => {
    const sum = sumOf(name);
    return sum === undefined ? [] : [{ name, sum: sum(), value: String(value) }];
  });
  const length = numberOf(streamed ? headers['x-amz-decoded-content-length'] : headers['content-length']);
  if (streamed && length === undefined)
    throw new S3Refusal('MissingContentLength', 'x-amz-decoded-content-length must be sent with a streamed body.', 411);
  const md5 = createHash('md5');
  let etag = '';
  return {
    announced: length,
    md5: () => etag,
    async *bytes(source) {
      const chunked = streamed
        ? new ChunkedBody(source, SIGNED_STREAMS.includes(content) ? signing : undefined)
        : undefined;
      const whole = streamed || content === 'UNSIGNED-PAYLOAD' ? undefined : createHash('sha256');
      const last = inTrailer?.();
      let size = 0;
      for await (const bytes of chunked?.bytes() ?? source) {
        size += bytes.length;
        if (length !== undefined && size > length)
          throw new S3Refusal('IncompleteBody', 'The body is longer than was announced.');
        md5.update(bytes);
        whole?.update(bytes);
        last?.add(bytes);
        for (const each of expected) each.sum.add(bytes);
        yield bytes;
      }
      if (length !== undefined && size !== length)
        throw new S3Refusal('IncompleteBody', 'The body ended before it was whole.');
      if (whole !== undefined && !equalHex(whole.digest('hex'), content))
        throw new S3Refusal('XAmzContentSHA256Mismatch', 'The body is not what x-amz-content-sha256 says.');
      for (const { name, sum, value } of expected) if (sum.result() !== value) throw badDigest(name);
      if (last !== undefined && last.result() !== chunked?.trailers.get(String(trailer).trim().toLowerCase()))
        throw badDigest(String(trailer));
      const digest = md5.digest();
      if (headers['content-md5'] !== undefined && digest.toString('base64') !== headers['content-md5'])
        throw badDigest('content-md5');
      etag = digest.toString('hex');
    },
  };
}

const badDigest = (name: string): S3Refusal => new S3Refusal('BadDigest', `The body is not what ${name} says.`);

/** The sum that a header names; undefined for other headers. */
function sumOf(name: string): (() => Sum) | undefined {
  if (!name.startsWith(PREFIX) || NO_SUM.has(name.slice(PREFIX.length))) return undefined;
  const sum = Object.hasOwn(SUMS, name.slice(PREFIX.length)) ? SUMS[name.slice(PREFIX.length)] : undefined;
  if (sum === undefined)
    throw new S3Refusal('InvalidRequest', `${name} is not known here. Use ${Object.keys(SUMS).join(', ')}.`);
  return sum;
}

function numberOf(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}
