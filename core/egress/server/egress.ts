import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { connect as connectSocket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import { Agent, buildConnector, fetch } from 'undici';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { EgressAllowance } from './egress-allowance.ts';
import { bareHost } from './egress-allowance.ts';
import { EgressResponse } from './egress-response.ts';
import type { Resolve } from './guarded-lookup.ts';
import { demandLiteral, guardedLookup, systemResolve } from './guarded-lookup.ts';

const REDIRECTS = 5;
const CONNECT_MS = 10_000;
/** Of one call, from its start to the last byte, in milliseconds. */
const TIME = 30_000;
/** Of one answer, unpacked, in bytes. */
const SIZE = 100 * 1024 * 1024;

export interface EgressRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent again after a redirect that keeps the method; a stream is not, so that such a redirect fails. */
  readonly body?: string | Uint8Array | Readable;
  /** Bytes of the answer, unpacked; 100 MB when absent. More fails with EGRESS_TOO_LARGE. */
  readonly maxBytes?: number;
  /** Milliseconds until the last byte; 30 000 when absent. Longer fails with EGRESS_TIMEOUT. */
  readonly timeoutMs?: number;
  /**
   * Says whether a redirect is followed; one that is not fails with EGRESS_REFUSED. Absent: all that may be reached
   * are, as for a request without secrets of its own.
   */
  readonly mayFollow?: (target: URL) => boolean;
  readonly signal?: AbortSignal;
}

/** Agents for client libraries that bring their own requests (object stores, identity providers). */
export interface EgressAgents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

/**
 * The one way out to addresses that people name: imports, webhooks, storage endpoints (bars, section "Incidents of the
 * peers", 2 and 3). Only http and https, only public addresses and what the operator allows, every redirect checked
 * again, with limits of time and size. No proxy setting of the environment is read: a proxy would do the look-up past
 * the check.
 */
export class Egress {
  readonly #allowance: EgressAllowance;
  readonly #dispatcher: Agent;
  readonly #agents: EgressAgents;
  readonly #lookup: LookupFunction;

  constructor(allowance: EgressAllowance, resolve: Resolve = systemResolve) {
    this.#allowance = allowance;
    const lookup = guardedLookup(allowance, resolve);
    this.#lookup = lookup;
    const connect = buildConnector({ lookup, timeout: CONNECT_MS });
    this.#dispatcher = new Agent({
      connect: (options, done) => {
        try {
          demandLiteral(options.hostname, allowance);
        } catch (error) {
          done(error as Error, null);
          return;
        }
        connect(options, done);
      },
    });
    this.#agents = {
      httpAgent: guard(new HttpAgent({ keepAlive: true, maxSockets: 64, lookup } as object), allowance),
      httpsAgent: guard(new HttpsAgent({ keepAlive: true, maxSockets: 64, lookup } as object), allowance),
    };
  }

  /**
   * Sends a request and follows at most five redirects; what proves the caller (Authorization, cookies) is not carried
   * to another origin. The answer's body must be read or discarded.
   * @throws Fault EGRESS_REFUSED, EGRESS_FAILED, EGRESS_TIMEOUT, EGRESS_TOO_LARGE (all 422), none with a word of the
   * answer in it.
   */
  async fetch(url: string, request: EgressRequest = {}): Promise<EgressResponse> {
    const { timeoutMs = TIME, maxBytes = SIZE } = request;
    const late = AbortSignal.timeout(timeoutMs);
    const signal = request.signal === undefined ? late : AbortSignal.any([late, request.signal]);
    const first = parseAddress(url);
    let at = first;
    let {
      method = 'GET',
      headers = {},
      body,
    } = request as {
      method?: string;
      headers?: Readonly<Record<string, string>>;
      body?: string | Uint8Array | Readable | undefined;
    };
    const explain = (error: unknown): Error => faultOf(error, at.host, late, timeoutMs);
    for (let hop = 0; hop <= REDIRECTS; hop++) {
      demandLiteral(at.hostname, this.#allowance);
      const answer = await fetch(at, {
        method,
        headers,
        redirect: 'manual',
        dispatcher: this.#dispatcher,
        signal,
        ...(body === undefined ? {} : { body, duplex: 'half' as const }),
      }).catch((error: unknown) => {
        throw explain(error);
      });
      const next = redirectOf(answer.status, answer.headers.get('location'));
      if (next === undefined) return new EgressResponse(answer, at.href, maxBytes, explain);
      await answer.body?.cancel();
      const target = parseAddress(next, at);
      if (request.mayFollow?.(target) === false)
        throw new Fault(
          'EGRESS_REFUSED',
          `${at.host} redirects to ${target.host}, which this request may not be sent to.`,
          { status: 422, details: { host: target.host } },
        );
      if (target.origin !== at.origin) headers = withoutProofs(headers);
      if (answer.status === 303 || (answer.status < 303 && method === 'POST')) [method, body] = ['GET', undefined];
      if (body instanceof Readable)
        throw new Fault('EGRESS_FAILED', `${at.host} redirects to another address after the file was sent.`, {
          status: 422,
          details: { host: at.host },
        });
      at = target;
    }
    throw new Fault('EGRESS_FAILED', `${first.host} redirects more than ${REDIRECTS} times.`, { status: 422 });
  }

  /** Agents whose sockets obey the same rules; they are shared, and end with `close`. */
  agents(): EgressAgents {
    return this.#agents;
  }

  /**
   * A socket to a host that may be reached, for protocols other than http. Throws Fault EGRESS_REFUSED, EGRESS_FAILED,
   * EGRESS_TIMEOUT.
   */
  async connect(host: string, port: number): Promise<Socket> {
    demandLiteral(host, this.#allowance);
    return new Promise((resolve, reject) => {
      const late = new AbortController();
      const socket = connectSocket({ host: bareHost(host), port, lookup: this.#lookup });
      const timer = setTimeout(() => {
        late.abort();
        socket.destroy(new Error('late'));
      }, CONNECT_MS);
      const fail = (error: Error): void => {
        clearTimeout(timer);
        reject(faultOf(error, `${host}:${port}`, late.signal, CONNECT_MS));
      };
      socket.once('error', fail).once('connect', () => {
        clearTimeout(timer);
        socket.off('error', fail);
        resolve(socket);
      });
    });
  }

  async close(): Promise<void> {
    this.#agents.httpAgent.destroy();
    this.#agents.httpsAgent.destroy();
    await this.#dispatcher.destroy();
  }
}

/** Node asks no look-up for a host that is an address already, so those are checked before the socket is made. */
function guard<A extends HttpAgent>(agent: A, allowance: EgressAllowance): A {
  const connect = agent.createConnection.bind(agent) as (
    options: { host?: string },
    done?: (error: Error | null, stream: Duplex) => void,
  ) => Duplex | null | undefined;
  agent.createConnection = ((options: { host?: string }, done?: (error: Error | null, stream: Duplex) => void) => {
    try {
      demandLiteral(options.host ?? 'localhost', allowance);
    } catch (error) {
      process.nextTick(() => done?.(error as Error, undefined as never));
      return undefined;
    }
    return connect(options, done);
  }) as typeof agent.createConnection;
  return agent;
}

function parseAddress(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Fault(
      'EGRESS_REFUSED',
      `${base === undefined ? 'The address' : `The address that ${base.host} redirects to`} is not valid: use one that begins with https:// or http://.`,
      { status: 422 },
    );
  }
  if (url.username !== '' || url.password !== '')
    throw new Fault('EGRESS_REFUSED', `The address of ${url.host} holds a user name or password. Leave them out.`, {
      status: 422,
    });
  return url;
}

const redirectOf = (status: number, location: string | null): string | undefined =>
  [301, 302, 303, 307, 308].includes(status) ? (location ?? undefined) : undefined;

const PROOFS = new Set(['authorization', 'cookie', 'proxy-authorization']);
const withoutProofs = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !PROOFS.has(name.toLowerCase())));

/** Returns a fault that names the host and the kind of failure, and nothing of its answer. */
function faultOf(error: unknown, host: string, late: AbortSignal, timeoutMs: number): Error {
  for (let each: unknown = error; each instanceof Error; each = each.cause) if (isFault(each)) return each;
  if (late.aborted)
    return new Fault('EGRESS_TIMEOUT', `${host} did not answer within ${Math.ceil(timeoutMs / 1000)} seconds.`, {
      status: 422,
      details: { host },
    });
  const code = codeOf(error);
  return new Fault('EGRESS_FAILED', `${host} could not be reached${code === undefined ? '' : ` (${code})`}.`, {
    status: 422,
    details: { host },
    cause: error,
  });
}

function codeOf(error: unknown): string | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
  }
  return undefined;
}
