import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { inject } from 'inversify';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { Fault } from '#core/base/common/index.ts';
import type { StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { IncomingFiles } from '#core/data/server/index.ts';
import { CacheFolderToken, IncomingToken } from '#core/kernel/server/index.ts';

/** One request of the tus protocol. Rights were asked for before. */
export interface PartialRequest {
  readonly method: string;
  readonly token: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly stream: Readable;
  /** The answer's `Location` for a new one. */
  readonly location: string;
  /** Done when the last byte has arrived; its answer is passed on as JSON. */
  readonly complete: () => Promise<unknown>;
}

const PASSED = ['tus-resumable', 'upload-length', 'upload-offset', 'content-type', 'content-length'];

/** Codes of what the protocol refuses, by status. */
const CODES: Readonly<Record<number, string>> = {
  404: 'NOT_FOUND',
  409: 'UPLOAD_OFFSET',
  410: 'UPLOAD_EXPIRED',
  413: 'TOO_LARGE',
  423: 'UPLOAD_BUSY',
};

/** The bytes of uploads that are under way: files of a temporary folder, written by the rules of the tus protocol. */
export class PartialFiles {
  readonly folder: string;
  readonly #tus: Server;
  readonly #requests = new WeakMap<Request, { readonly asked: PartialRequest; failure?: unknown }>();

  constructor(
    @inject(CacheFolderToken) cacheFolder: string,
    @inject(IncomingToken) private readonly incoming: IncomingFiles,
  ) {
    this.folder = cacheFolder === '' ? join(tmpdir(), `loupe-uploads-${process.pid}`) : join(cacheFolder, 'uploads');
    this.#tus = new Server({
      path: '/uploads',
      datastore: new FileStore({ directory: this.folder }),
      allowedOrigins: () => false,
      namingFunction: request => this.#of(request).asked.token,
      generateUrl: request => this.#of(request).asked.location,
      onUploadFinish: async request => {
        const entry = this.#of(request);
        try {
          const body = JSON.stringify(await entry.asked.complete());
          return {
            status_code: entry.asked.method === 'POST' ? 201 : 200,
            body,
            headers: { 'Content-Type': 'application/json; charset=utf-8' },
          };
        } catch (error) {
          entry.failure = error;
          throw error;
        }
      },
    });
  }

  /**
   * Answers a request as the protocol says.
   * @throws Fault with the status the protocol wants, STORAGE_FULL, and what `complete` throws.
   */
  async answer(asked: PartialRequest): Promise<StreamReply> {
    const { method, token, stream } = asked;
    const writes = method === 'POST' || method === 'PATCH';
    if (writes) await this.incoming.assertSpace(Number(asked.headers['content-length']) || 0);
    const body = new PassThrough();
    stream.once('error', error => body.destroy(error));
    if (writes) stream.pipe(body);
    const headers = Object.fromEntries(
      Object.entries(asked.headers).flatMap(([name, value]) =>
        PASSED.includes(name) && typeof value === 'string' ? [[name, value]] : [],
      ),
    );
    const request = new Request(`http://uploads/uploads${method === 'POST' ? '' : `/${token}`}`, {
      method,
      headers,
      ...(writes ? { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' } : {}),
    } as RequestInit);
    const entry: { readonly asked: PartialRequest; failure?: unknown } = { asked };
    this.#requests.set(request, entry);
    try {
      const response = await this.#tus.handleWeb(request);
      if (entry.failure !== undefined) throw entry.failure;
      const text = await response.text();
      // The protocol's server answers a full disk like any other trouble.
      if (response.status >= 500) await this.incoming.assertSpace(0);
      if (!response.ok)
        throw new Fault(CODES[response.status] ?? 'BAD_REQUEST', `The upload can't go on: ${text.trim()}.`, {
          status: response.status,
        });
      return streamReply(Buffer.from(text), answerHeaders(response.headers), response.status);
    } finally {
      // What is left of a refused request is read away, so that the client gets its answer instead of a broken
      // connection.
      stream.unpipe(body);
      stream.resume();
      body.destroy();
    }
  }

  /** Bytes that have arrived; undefined when nothing is kept under this token. */
  async size(token: string): Promise<number | undefined> {
    return (await stat(this.path(token)).catch(() => undefined))?.size;
  }

  open(token: string): Readable {
    return createReadStream(this.path(token));
  }

  path(token: string): string {
    return join(this.folder, token);
  }

  async remove(token: string): Promise<void> {
    await Promise.all([this.path(token), `${this.path(token)}.json`].map(path => rm(path, { force: true })));
  }

  /** Deletes the files nobody wrote to since `before`. */
  async removeOlder(before: Date): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    let removed = 0;
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined || found.mtime >= before) continue;
      // The description of a file is written once, its bytes again and again.
      if (name.endsWith('.json') && (await this.size(name.slice(0, -'.json'.length))) !== undefined) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  #of(request: Request): { readonly asked: PartialRequest; failure?: unknown } {
    return this.#requests.get(request)!;
  }
}

/** Without the headers for other origins: there are none. */
function answerHeaders(headers: Headers): Record<string, string> {
  return {
    'cache-control': 'no-store',
    ...Object.fromEntries(
      [...headers].filter(([name]) => !name.startsWith('access-control-') && name !== 'content-length'),
    ),
  };
}
