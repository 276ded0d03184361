import fastifyStatic from '@fastify/static';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Fault } from '#core/base/common/index.ts';
import { HOST_LABELS, serviceBase } from '../common/index.ts';
import { collectBody } from './collect-body.ts';
import { limitBytes } from './limit-bytes.ts';
import type { MountedOperation } from './handlers.ts';
import { errorAnswer } from './mount-operations.ts';
import { JsonDocument } from './parse-json.ts';
import { COMMON_HEADERS, DATA_POLICY, pagePolicy, SEALED_WORKER_POLICY } from './security-headers.ts';

export interface HttpServerOptions {
  readonly log: FastifyBaseLogger | false;
  /** Folder of the built pages; absent in server tests. */
  readonly webRoot?: string;
  /** Origins that may embed the editor, from the operator. */
  readonly frameAncestors: readonly string[];
  /** Proxies in front: how many, or their networks. */
  readonly trustProxy: false | number | readonly string[];
  /**
   * Milliseconds within which a JSON body must have come, and in which some bytes of a file must come; 60 000 when
   * absent.
   */
  readonly bodyTimeout?: number;
  /** Origin that people open. */
  readonly publicUrl: string;
  /** Called with each error that no answer was made for; `route` is the method and the pattern of the path. */
  readonly onUnexpected?: (error: unknown, route: string, requestId: string) => void;
  /** Facts the page finds in itself, without a call: name → content of a `meta` element. */
  readonly pageFacts?: Readonly<Record<string, string>>;
}

/** A page is a GET that accepts text/html. */
const wantsPage = (method: string | undefined, accept: string | undefined): boolean =>
  method === 'GET' && (accept ?? '').includes('text/html');

const OWN_PATHS =
  /^\/(assets|plugin-files|auth-frame|app-frame|blobs|annotation-files|outside-files|integrations\/\d+\/file|health|ready|metrics|openapi\.json|services|events)(\/|\?|$)/;

/**
 * Paths under a host label or `/services/main` become the one path an operation is mounted on; pages go to the page
 * route.
 */
export function rewritePath(
  url: string,
  method: string | undefined,
  host: string | undefined,
  accept: string | undefined,
): string {
  const label = HOST_LABELS[(host ?? '').split('.')[0]!];
  if (label !== undefined) return `${serviceBase(label)}${url}`;
  if (url.startsWith('/services/main/')) return url.slice('/services/main'.length);
  if (wantsPage(method, accept) && !OWN_PATHS.test(url)) return '/@page';
  return url;
}

/**
 * Contracts are checked by their zod shapes alone. The compilers of the framework, which it would load at every start
 * for schemas of its own, stay away.
 */
function refuseFrameworkSchemas(): never {
  throw new Error('A route has a schema of the framework, which nothing checks. Declare a contract instead.');
}

function trustOf(
  proxies: HttpServerOptions['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  return proxies === false ? false : [...proxies];
}

/** Fastify with the product's parsers, headers, error shape and pages; operations are mounted by the kernel. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...(options.log === false ? { logger: false } : { loggerInstance: options.log }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(options.trustProxy),
    // Uploads name all their items in the address.
    http: { maxHeaderSize: 64 * 1024 },
    genReqId: () => crypto.randomUUID().slice(0, 8),
    rewriteUrl: request =>
      rewritePath(request.url ?? '/', request.method, request.headers.host, request.headers.accept),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true, querystringParser: parseQuery },
    schemaController: {
      compilersFactory: { buildValidator: refuseFrameworkSchemas, buildSerializer: refuseFrameworkSchemas },
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    pluginTimeout: 0, // Mounting waits for nothing, and each route would set a timer.
  });

  app.removeAllContentTypeParsers();
  // Clients send the JSON content type on bodiless calls too.
  app.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const announced = Number(request.headers['content-length'] ?? Number.NaN);
      const { bodyLimit } = request.routeOptions;
      const document = new JsonDocument();
      const body = await collectBody(payload, Number.isNaN(announced) ? undefined : announced, bodyLimit, document);
      return body.length === 0 ? undefined : document.parse(body);
    },
  );
  app.addContentTypeParser('*', (request, payload, done) => {
    const { mounted } = request.routeOptions.config as { mounted?: MountedOperation };
    if (mounted?.operation.body !== 'bytes') {
      done(Object.assign(new Error('unsupported content type'), { statusCode: 415 }));
      return;
    }
    done(null, limitBytes(payload, request.routeOptions.bodyLimit, requestTooLarge));
  });

  endSlowBodies(app, options.bodyTimeout ?? 60_000);
  if (options.trustProxy === false) warnOfUntrustedProxy(app);

  app.addHook('onSend', async (_, reply) => {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', DATA_POLICY);
  });

  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, not the address: addresses carry tickets, signatures and invitations.
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });

  app.setErrorHandler((error, request, reply) => {
    const answer = errorAnswer(error, request.id);
    if (answer.unexpected) {
      request.log.error({ err: error, requestId: request.id }, 'request failed');
      options.onUnexpected?.(error, `${request.method} ${request.routeOptions.url ?? 'none'}`, request.id);
    }
    const retryAfter = (error as { details?: { retryAfter?: number } }).details?.retryAfter;
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({
        error: `${request.method} ${request.url.split('?')[0]} is not a call of this server.`,
        code: 'NOT_FOUND',
        request_id: request.id,
      }),
  );

  if (options.webRoot !== undefined) await mountPages(app, options.webRoot, options);
  return app;
}

/**
 * Time in milliseconds for which the rest of a body is read after its call was answered: who sends it still gets to
 * read the answer.
 */
const LINGER = 2_000;

/**
 * Ends requests whose body comes too slowly, and the connections of calls that were answered before their body had
 * come.
 */
function endSlowBodies(app: FastifyInstance, limit: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    const { mounted } = request.routeOptions.config as { mounted?: MountedOperation };
    const { socket } = raw;
    let received = socket.bytesRead;
    const cut = (): void => void raw.destroy();
    // A file may take as long as it likes while it goes on coming.
    const cutIdle = (): void => {
      if (socket.bytesRead === received) return cut();
      received = socket.bytesRead;
      timer.refresh();
    };
    let timer = setTimeout(mounted?.operation.body === 'bytes' ? cutIdle : cut, limit).unref();
    const clear = (): void => clearTimeout(timer);
    raw.once('end', clear).once('close', clear);
    reply.raw.once('finish', () => {
      if (raw.complete) return;
      clear();
      timer = setTimeout(cut, Math.min(LINGER, limit)).unref();
    });
  });
}

/** Without TRUST_PROXY everybody behind a proxy has its address: limits by address then count all of them together. */
function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false;
  app.addHook('onRequest', async request => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return;
    warned = true;
    request.log.warn(
      'A proxy sent X-Forwarded-For, which is not believed: all its clients count as one address. Set TRUST_PROXY to the number of proxies in front of the server.',
    );
  });
}

/** Repeated keys and `key[]` become lists; an empty key of `?&` is dropped. */
function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of new URLSearchParams(text)) {
    if (key === '') continue;
    const before = query[key];
    query[key] =
      before === undefined ? value : Array.isArray(before) ? [...(before as unknown[]), value] : [before, value];
  }
  return query;
}

/** Origin of a request as its browser sees it, unless the name of the host is one that a policy could not hold. */
function originOf({ protocol, host }: FastifyRequest): readonly string[] {
  return /^[\w.-]+(:\d+)?$|^\[[\da-fA-F:]+\](:\d+)?$/.test(host) ? [`${protocol}://${host}`] : [];
}

/** `meta` elements for a page. */
export function metaElements(facts: Readonly<Record<string, string>>): string {
  const quoted = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return Object.entries(facts)
    .map(([name, content]) => `<meta name="${quoted(name)}" content="${quoted(content)}" />`)
    .join('');
}

async function mountPages(
  app: FastifyInstance,
  webRoot: string,
  { frameAncestors, publicUrl, pageFacts = {} }: HttpServerOptions,
): Promise<void> {
  const indexFile = join(webRoot, 'core/shell/web/index.html');
  const frameFile = join(webRoot, 'core/auth/web/frame.html');
  if (!existsSync(indexFile)) throw new Error(`The pages are not built: ${indexFile} is missing. Run "npm run build".`);
  const publicOrigin = new URL(publicUrl).origin;
  const policy = pagePolicy(frameAncestors, [publicOrigin]);
  const [pages, frame] = await Promise.all([readFile(indexFile, 'utf8'), readFile(frameFile, 'utf8')]);
  // The pages talk to a page around them only when its origin is here, beside the browser's own refusal.
  const index = pages.replace(
    '</head>',
    () => `${metaElements({ 'loupe-hosts': frameAncestors.join(' '), ...pageFacts })}</head>`,
  );
  await app.register(fastifyStatic, {
    root: join(webRoot, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders(answer, path) {
      // Built files carry a hash in their name; the offline page does not, and must be in the browser's cache when it
      // is needed.
      void answer.setHeader(
        'cache-control',
        path.endsWith('/service-worker.js')
          ? 'no-cache'
          : /\/offline\.\w+$/.test(path)
            ? 'public, max-age=604800'
            : 'public, max-age=31536000, immutable',
      );
      // It answers for all pages, not only for those beside it.
      if (path.endsWith('/service-worker.js')) void answer.setHeader('service-worker-allowed', '/');
      // A worker obeys the policy its own script came with, not the page's: it loads pictures from here.
      if (/\.(html|js)$/.test(path))
        void answer.setHeader(
          'content-security-policy',
          /-sealed-worker-[\w-]+\.js$/.test(path) ? SEALED_WORKER_POLICY : policy,
        );
    },
  });
  // The name it is asked by may be another than the public one: `127.0.0.1`, or one behind a proxy that keeps none.
  const page =
    (html: string) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
      reply
        .header('content-security-policy', pagePolicy(frameAncestors, [publicOrigin, ...originOf(request)]))
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(html);
  app.get('/@page', page(index));
  app.get('/', page(index));
  app.get('/auth-frame', page(frame));
  // Clients that embed the frame themselves know it at this address of the auth service.
  app.get('/services/auth/shared', page(frame));
}

const requestTooLarge = (limit: number): Fault =>
  new Fault('TOO_LARGE', `The request has more than ${Math.floor(limit / 1_048_576)} MB. Send large files in parts.`, {
    status: 413,
    details: { limit },
  });
