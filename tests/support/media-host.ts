import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file of the host: its bytes and what the host says they are. */
export interface HostedFile {
  readonly bytes: Buffer;
  readonly type: string;
}

/** Another host on loopback that serves files with ranges, as media servers do. */
export interface MediaHost {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Paths that were asked for, with the range where there was one. */
  readonly asked: string[];
  /** Files by path. */
  readonly files: Map<string, HostedFile>;
  /** Paths that lead elsewhere. */
  readonly redirects: Map<string, string>;
  close(): Promise<void>;
}

export async function openMediaHost(): Promise<MediaHost> {
  const [asked, files, redirects] = [[] as string[], new Map<string, HostedFile>(), new Map<string, string>()];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    asked.push(request.headers.range === undefined ? path : `${path} ${request.headers.range}`);
    const target = redirects.get(path);
    if (target !== undefined) return void response.writeHead(302, { location: target }).end();
    const file = files.get(path);
    if (file === undefined) return void response.writeHead(404).end('gone');
    if (first === undefined)
      return void response
        .writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length, 'accept-ranges': 'bytes' })
        .end(file.bytes);
    if (Number(first) >= file.bytes.length)
      return void response.writeHead(416, { 'content-range': `bytes */${file.bytes.length}` }).end();
    const end = Math.min(
      last === '' || last === undefined ? file.bytes.length - 1 : Number(last),
      file.bytes.length - 1,
    );
    return void response
      .writeHead(206, {
        'content-type': file.type,
        'content-range': `bytes ${first}-${end}/${file.bytes.length}`,
        'content-length': end - Number(first) + 1,
      })
      .end(file.bytes.subarray(Number(first), end + 1));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    files,
    redirects,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
