import { createHash, timingSafeEqual } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EventHub } from '#core/api/server/index.ts';
import type { BlobAnswer, BlobRequest, Database } from '#core/data/server/index.ts';

interface StatusServices {
  readonly database: Database;
  readonly hub: EventHub;
  readonly blobs: (request: BlobRequest) => Promise<BlobAnswer>;
  readonly openApi: () => object;
  readonly version: string;
  readonly metricsToken: string | undefined;
}

/** A stopping server has read what was on its way when no request has come for so long, in milliseconds. */
const QUIET = 500;
/** The longest that a stopping server waits for that, in milliseconds. */
const LONGEST_DRAIN = 5_000;

/**
 * Routes that are no operations: health, readiness, metrics, the OpenAPI page, and stored files by signed address.
 * `drain` makes the server say that it stops: it is not ready any more, and every answer ends its connection. It
 * resolves when no request has come for half a second, after five seconds at most.
 */
export function mountStatus(app: FastifyInstance, services: StatusServices): { readonly drain: () => Promise<void> } {
  let draining = false;
  let lastRequest = 0;
  app.addHook('onRequest', async () => {
    lastRequest = performance.now();
  });
  app.addHook('onSend', async (_, reply) => {
    // Keep-alive clients would hold the closing server for minutes.
    if (draining) void reply.header('connection', 'close');
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'event_sockets',
    help: 'Open event sockets',
    registers: [registry],
    collect() {
      this.set(services.hub.size);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });

  app.get('/health', async () => ({ status: 'ok', version: services.version }));
  app.get('/ready', async (_, reply) => {
    if (draining) return reply.code(503).send({ status: 'stopping' });
    try {
      await services.database.ping();
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'database is not available' });
    }
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, services.metricsToken))
      return reply
        .code(403)
        .send({
          error: 'Metrics are for this machine, or with METRICS_TOKEN as a bearer token.',
          code: 'FORBIDDEN',
          request_id: request.id,
        });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  let document: object | undefined;
  app.get('/openapi.json', async () => (document ??= services.openApi()));

  const blob = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const answer = await services.blobs({
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      hash: (request.params as { hash: string }).hash,
      query: request.query as Record<string, unknown>,
      ...headerPart('range', request.headers.range),
      ...headerPart('ifNoneMatch', request.headers['if-none-match']),
      ...headerPart('ifRange', request.headers['if-range'] as string | undefined),
    });
    return reply.code(answer.status).headers(answer.headers).send(answer.stream);
  };
  app.route({ method: ['GET', 'HEAD'], url: '/blobs/:hash', exposeHeadRoute: false, handler: blob });
  return {
    async drain() {
      draining = true;
      const begun = performance.now();
      while (performance.now() - begun < LONGEST_DRAIN) {
        const left = Math.max(begun, lastRequest) + QUIET - performance.now();
        if (left <= 0) return;
        await pause(left);
        // A busy event loop comes here before it has read what came meanwhile.
        await nextTurn();
      }
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A request that a proxy hands on comes from elsewhere, whatever its connection says. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token))) return true;
  const handedOn = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'].some(
    name => request.headers[name] !== undefined,
  );
  return !handedOn && /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
}

const headerPart = <K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, string>);
