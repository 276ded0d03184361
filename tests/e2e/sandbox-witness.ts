import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Datagram ports for attacks that need one. */
const UDP_PORTS = 8;

/**
 * Targets that attacks send their findings to. Each name has a loopback address of its own, so that even a connection
 * without a request can be attributed.
 */
export interface AttackTargets {
  /** `http://127.1.…:port` of this name. */
  origin(name: string): string;
  /** A datagram port of this name. */
  udp(name: string): number;
}

/** Records what leaves a browser: HTTP requests, bare TCP connections, datagrams. */
export class Witness implements AttackTargets {
  readonly #names: string[] = [];
  readonly #udpNames: string[] = [];
  readonly #requests = new Map<string, string[]>();
  readonly #http: Server;
  readonly #sockets: readonly Socket[];

  private constructor(http: Server, sockets: readonly Socket[]) {
    this.#http = http;
    this.#sockets = sockets;
    http.on('connection', socket => this.#note(socket.localAddress, 'tcp'));
    http.on('upgrade', (request, socket) => {
      this.#note(request.socket.localAddress, `http ${request.url}`);
      socket.destroy();
    });
    http.on('request', (request, response) => {
      this.#note(request.socket.localAddress, `http ${request.url}`);
      response
        .writeHead(200, {
          'content-type': request.url?.endsWith('.js') === true ? 'text/javascript' : 'text/html',
          'access-control-allow-origin': '*',
          'cache-control': 'no-store',
        })
        .end('/* received */');
    });
    for (const [index, each] of sockets.entries())
      each.on('message', () => this.#add(this.#udpNames[index] ?? 'nobody', 'udp'));
  }

  static async open(): Promise<Witness> {
    const http = createServer();
    await new Promise<void>(resolve => http.listen(0, '0.0.0.0', resolve));
    const sockets = await Promise.all(
      Array.from(
        { length: UDP_PORTS },
        () =>
          new Promise<Socket>(resolve => {
            const socket = createSocket('udp4');
            socket.bind(0, '0.0.0.0', () => resolve(socket));
          }),
      ),
    );
    return new Witness(http, sockets);
  }

  origin(name: string): string {
    const at = this.#place(this.#names, name) + 1;
    return `http://127.1.${at >> 8}.${at & 255}:${(this.#http.address() as AddressInfo).port}`;
  }

  udp(name: string): number {
    const socket = this.#sockets[this.#place(this.#udpNames, name)];
    if (socket === undefined) throw new Error('More names want a datagram port than there are.');
    return socket.address().port;
  }

  /** Returns the requests for a name, each kind once: `tcp`, `udp`, `http /path`. */
  requestsOf(name: string): readonly string[] {
    return [...new Set(this.#requests.get(name))].toSorted();
  }

  forget(): void {
    this.#requests.clear();
  }

  async close(): Promise<void> {
    for (const each of this.#sockets) each.close();
    this.#http.closeAllConnections();
    await new Promise(resolve => this.#http.close(resolve));
  }

  #place(names: string[], name: string): number {
    const at = names.indexOf(name);
    return at >= 0 ? at : names.push(name) - 1;
  }

  #note(address: string | undefined, what: string): void {
    const [, , high, low] = (address ?? '').replace('::ffff:', '').split('.').map(Number);
    this.#add(this.#names[((high ?? 0) << 8) + (low ?? 0) - 1] ?? 'nobody', what);
  }

  #add(name: string, what: string): void {
    this.#requests.set(name, [...(this.#requests.get(name) ?? []), what]);
  }
}
