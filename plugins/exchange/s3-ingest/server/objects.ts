import { inject } from 'inversify';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { RequestContext, StreamReply } from '#core/api/server/index.ts';
import type { CallExtras } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { servedType } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { sniffLength, sniffMediaType } from '#plugins/workspace/items/common/index.ts';
import { Readable } from 'node:stream';
import { S3Refusal } from './s3-refusal.ts';
import { readPayload } from './signing/payload.ts';
import { isSigned, isSignedBy, readSignature, signingKey } from './signing/signature.ts';
import type { Signature } from './signing/signature.ts';
import type { StagedUploadRow } from './staged-uploads.ts';
import { StagedUploads } from './staged-uploads.ts';
import type { UploadGrant } from './upload-keys.ts';
import { UploadKeyring } from './upload-keys.ts';
import { UploadAccess } from './upload-access.ts';

/** Input of a call on one object. */
export interface ObjectCall extends Pick<CallExtras, 'headers' | 'sent' | 'stream'> {
  readonly params: { readonly prefix: string; readonly name: string };
}

interface Proven {
  readonly grant: UploadGrant;
  readonly secret: string;
  readonly signature: Signature;
  readonly key: string;
}

/** Objects under their keys, in the S3 protocol: what a signature proves may be put and read back. */
export class Objects {
  constructor(
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(UploadKeyring) private readonly keyring: UploadKeyring,
    @inject(StagedUploads) private readonly staged: StagedUploads,
    @inject(UploadAccess) private readonly access: UploadAccess,
  ) {}

  /** Keeps a file under a key: all of it, checked, or nothing. */
  put(call: ObjectCall, context: RequestContext): Promise<StreamReply> {
    return this.#answer(call, context, async proven => {
      const { grant, secret, signature, key } = proven;
      await this.access.demand(grant, context);
      await this.staged.assertQuota(grant, key);
      const payload = readPayload(call.headers, {
        key: signingKey(secret, signature.scope),
        date: signature.date,
        scope: signature.scope,
        seed: signature.signature,
      });
      if ((payload.announced ?? 0) > grant.maxBytes) throw tooLarge(grant.maxBytes);
      let head = Buffer.alloc(0);
      async function* watched(): AsyncGenerator<Uint8Array> {
        for await (const bytes of payload.bytes(call.stream as AsyncIterable<Uint8Array>)) {
          if (head.length < sniffLength) head = Buffer.concat([head, bytes.subarray(0, sniffLength)]);
          yield bytes;
        }
      }
      const { hash, size } = await this.blobs.put(watched(), {
        maxBytes: grant.maxBytes,
        signal: context.signal,
        ...(payload.announced === undefined ? {} : { expectedBytes: payload.announced }),
      });
      const etag = payload.md5();
      if (
        !(await this.staged.keep(grant, key, {
          hash,
          size,
          mime: sniffMediaType(head) ?? 'application/octet-stream',
          etag,
        }))
      )
        throw new S3Refusal('AccessDenied', 'The project of these keys was deleted.', 403);
      return streamReply(Buffer.alloc(0), { etag: `"${etag}"`, 'x-amz-request-id': context.requestId });
    });
  }

  /** The file under a key, or for HEAD what is known of it. */
  read(call: ObjectCall, context: RequestContext): Promise<StreamReply> {
    return this.#answer(call, context, async ({ grant, key }) => {
      const row = await this.staged.find(grant, key);
      const head = call.sent.method === 'HEAD';
      const stream = row === undefined ? undefined : head ? Readable.from([]) : await this.blobs.get(row.blob_hash);
      if (row === undefined || stream === undefined)
        throw new S3Refusal('NoSuchKey', 'There is no file under this key.', 404);
      return streamReply(stream, headersOf(row, context.requestId));
    });
  }

  async #answer(
    call: ObjectCall,
    context: RequestContext,
    work: (proven: Proven) => Promise<StreamReply>,
  ): Promise<StreamReply> {
    // Who does not sign is no client of this protocol, and reads the errors of all other calls.
    if (!isSigned(call.headers))
      throw new Fault(
        'SIGNATURE_MISSING',
        'This address takes requests that are signed by the S3 protocol with the keys of sdkImageUploadToken.',
        { status: 403 },
      );
    try {
      return await work(this.#prove(call));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      return streamReply(
        Buffer.from(refusal.toXml(call.sent.url.split('?')[0]!, context.requestId)),
        { 'content-type': 'application/xml', 'x-amz-request-id': context.requestId, 'cache-control': 'no-store' },
        refusal.status,
      );
    }
  }

  /** Proves the caller by the signature over the entire request, and that they own the key. */
  #prove(call: ObjectCall): Proven {
    const now = Date.now();
    const signature = readSignature(call.headers, now);
    const { grant, secret } = this.keyring.open(
      String(call.headers['x-amz-security-token']),
      signature.accessKeyId,
      now,
    );
    if (!isSignedBy(secret, { ...call.sent, headers: call.headers }, signature))
      throw new S3Refusal(
        'SignatureDoesNotMatch',
        'The signature is not the one of this request. Check the secret key and how the request was signed.',
        403,
      );
    const { prefix, name } = call.params;
    if (prefix !== grant.prefix) throw new S3Refusal('AccessDenied', `These keys are for ${grant.prefix}/ only.`, 403);
    if (Buffer.byteLength(name) > 500 || /\p{Cc}/u.test(name))
      throw new S3Refusal('KeyTooLongError', 'A name has at most 500 bytes and no control characters.');
    return { grant, secret, signature, key: `${prefix}/${name}` };
  }
}

const tooLarge = (maxBytes: number): S3Refusal =>
  new S3Refusal('EntityTooLarge', `The file is larger than ${Math.floor(maxBytes / 1_048_576)} MB.`);

/** Errors of what lies below, in the words of the protocol; undefined for what is our own fault. */
function refusalOf(error: unknown): S3Refusal | undefined {
  if (error instanceof S3Refusal) return error;
  if (!isFault(error)) return undefined;
  if (error.status === 503) return new S3Refusal('ServiceUnavailable', error.message, 503);
  if (error.status === 413) return new S3Refusal('EntityTooLarge', error.message);
  return error.status < 500 ? new S3Refusal('InvalidRequest', error.message, error.status) : undefined;
}

function headersOf(row: StagedUploadRow, requestId: string): Readonly<Record<string, string>> {
  return {
    'content-type': servedType(row.mime),
    'content-length': row.size,
    'content-disposition': 'attachment',
    'cache-control': 'no-store',
    etag: `"${row.etag}"`,
    'last-modified': row.created_at.toUTCString(),
    'x-amz-request-id': requestId,
  };
}
