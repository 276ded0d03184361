import type { FastifyInstance } from 'fastify';
import { appFrame } from '#core/sandbox/server/index.ts';

/** `GET /app-frame`, and `/app-frame?faceless` for code that has no document. */
export function mountAppFrame(app: FastifyInstance, frameAncestors: readonly string[]): void {
  app.get('/app-frame', async (request, reply) => {
    const { html, headers } = appFrame('faceless' in (request.query as object), frameAncestors);
    return reply.headers(headers).send(html);
  });
}
