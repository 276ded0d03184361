import type { FastifyInstance } from 'fastify';
import { encodeNotice, MAINTENANCE_HEADER } from '#core/maintenance/common/index.ts';
import type { Maintenance } from '#core/maintenance/server/index.ts';

/** Puts what is planned into the header of every answer. */
export function mountMaintenance(app: FastifyInstance, maintenance: Maintenance): void {
  app.addHook('onSend', async (_, reply) => {
    const { notice } = maintenance;
    if (notice !== undefined) void reply.header(MAINTENANCE_HEADER, encodeNotice(notice));
  });
}
