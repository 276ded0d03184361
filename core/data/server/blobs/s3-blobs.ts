import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Fault } from '#core/base/common/index.ts';
import { clearDrafts, writeDraft } from './blob-draft.ts';
import type { BlobDriver, BlobEntry, BlobHash, BlobSource, ByteRange, PutOptions } from './blob-driver.ts';
import { isBlobHash } from './blob-driver.ts';
import { isAbsent, storageFault, wrongStart } from './s3-faults.ts';

/** Left free on the disk of the drafts, in bytes. */
const RESERVE = 64 * 1024 * 1024;
/** Larger blobs travel in parts of this many bytes, of which two are in memory at a time. */
const PART = 16 * 1024 * 1024;
/** Readers hold a connection each for as long as they read. */
const SOCKETS = 256;
/** Times a whole blob is sent again when the connection fails. */
const TRIES = 3;
/** The library would repeat our faults on the console. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

export interface S3BlobsOptions {
  readonly bucket: string;
  /** In front of every name in the bucket, e.g. `loupe/`. */
  readonly prefix?: string;
  /** AWS itself when absent. */
  readonly endpoint?: string;
  readonly region: string;
  /** Those of the machine (environment, instance role) when absent. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The bucket's name in the path instead of the host name. */
  readonly forcePathStyle: boolean;
  /** Folder of a blob until its hash is known; may be another disk than the server's data. */
  readonly draftFolder: string;
  readonly reserveBytes?: number;
}

/**
 * Blobs in a bucket of an object store that speaks the S3 protocol, as `<prefix><sha256>`. A blob is first written to a
 * draft on disk, because its name is the hash of its bytes; the store then takes it whole or not at all.
 */
export class S3Blobs implements BlobDriver {
  readonly #client: S3Client;
  readonly #options: S3BlobsOptions;
  readonly #prefix: string;

  private constructor(options: S3BlobsOptions) {
    const { endpoint, credentials, region, forcePathStyle } = options;
    this.#options = options;
    this.#prefix = options.prefix ?? '';
    this.#client = new S3Client({
      region,
      forcePathStyle,
      logger: SILENT,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(credentials === undefined ? {} : { credentials }),
      // Other stores than AWS refuse streams with the checksums that the library adds by itself.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: 5_000,
        httpAgent: new HttpAgent({ keepAlive: true, maxSockets: SOCKETS }),
        httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: SOCKETS }),
      },
    });
  }

  /**
   * Connects, and tries that the bucket can be listed and written. Clears drafts that a crash left more than a day ago.
   * @throws Fault STORAGE_UNAVAILABLE that says what to correct.
   */
  static async open(options: S3BlobsOptions): Promise<S3Blobs> {
    await clearDrafts(options.draftFolder);
    const blobs = new S3Blobs(options);
    try {
      await blobs.#client.send(new ListObjectsV2Command({ Bucket: options.bucket, Prefix: blobs.#prefix, MaxKeys: 1 }));
      await blobs.#client.send(
        new PutObjectCommand({
          Bucket: options.bucket,
          Key: `${blobs.#prefix}written-at-start`,
          Body: new Date().toISOString(),
        }),
      );
    } catch (error) {
      blobs.close();
      throw wrongStart(error, options.bucket, options.endpoint);
    }
    return blobs;
  }

  async put(source: BlobSource, options: PutOptions = {}): Promise<BlobEntry> {
    const draft = join(this.#options.draftFolder, randomUUID());
    try {
      const entry = await writeDraft(draft, source, options, this.#options.reserveBytes ?? RESERVE);
      if ((await this.head(entry.hash))?.size !== entry.size) await this.#send(draft, entry, options.signal);
      return entry;
    } finally {
      await rm(draft, { force: true });
    }
  }

  async get(hash: BlobHash, range?: ByteRange): Promise<Readable | undefined> {
    if (!isBlobHash(hash)) return undefined;
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({
          ...this.#object(hash),
          ...(range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` }),
        }),
      );
      return Body as Readable;
    } catch (error) {
      return absent(error);
    }
  }

  async head(hash: BlobHash): Promise<BlobEntry | undefined> {
    if (!isBlobHash(hash)) return undefined;
    try {
      const { ContentLength } = await this.#client.send(new HeadObjectCommand(this.#object(hash)));
      return { hash, size: ContentLength ?? 0 };
    } catch (error) {
      return absent(error);
    }
  }

  async delete(hash: BlobHash): Promise<boolean> {
    // The protocol answers the same whether there was one or not.
    if ((await this.head(hash)) === undefined) return false;
    try {
      await this.#client.send(new DeleteObjectCommand(this.#object(hash)));
      return true;
    } catch (error) {
      absent(error);
      return false;
    }
  }

  async *list(): AsyncIterable<BlobEntry> {
    let after: string | undefined;
    do {
      const page = await this.#client
        .send(
          new ListObjectsV2Command({
            Bucket: this.#options.bucket,
            Prefix: this.#prefix,
            ...(after === undefined ? {} : { ContinuationToken: after }),
          }),
        )
        .catch((error: unknown) => {
          throw storageFault(error);
        });
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const hash = Key.slice(this.#prefix.length);
        if (isBlobHash(hash)) yield { hash, size: Size };
      }
      after = page.NextContinuationToken;
    } while (after !== undefined);
  }

  /** Ends idle connections. */
  close(): void {
    this.#client.destroy();
  }

  #object(hash: BlobHash): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#options.bucket, Key: `${this.#prefix}${hash}` };
  }

  async #send(draft: string, entry: BlobEntry, signal: AbortSignal | undefined): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      try {
        await (entry.size > PART ? this.#sendParts(draft, entry, signal) : this.#sendWhole(draft, entry, signal));
        return;
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason;
        const fault = storageFault(error);
        // The library repeats calls of its own, but not those whose body is a stream.
        if (!(fault instanceof Fault) || fault.code !== 'STORAGE_UNAVAILABLE' || attempt === TRIES) throw fault;
      }
    }
  }

  async #sendWhole(draft: string, { hash, size }: BlobEntry, signal: AbortSignal | undefined): Promise<void> {
    const command = new PutObjectCommand({ ...this.#object(hash), Body: createReadStream(draft), ContentLength: size });
    // The hash is known, so the store itself checks that the bytes arrived as they are.
    command.middlewareStack.add(
      next => args => {
        (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = hash;
        return next(args);
      },
      { step: 'build', name: 'contentHash' },
    );
    await this.#client.send(command, signal === undefined ? {} : { abortSignal: signal });
  }

  async #sendParts(draft: string, { hash }: BlobEntry, signal: AbortSignal | undefined): Promise<void> {
    const upload = new Upload({
      client: this.#client,
      partSize: PART,
      queueSize: 2,
      params: { ...this.#object(hash), Body: createReadStream(draft, { highWaterMark: 1024 * 1024 }) },
    });
    const stop = (): void => void upload.abort();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      await upload.done();
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }
}

function absent(error: unknown): undefined {
  if (isAbsent(error)) return undefined;
  throw storageFault(error);
}
