import type { Handlers } from '#core/api/server/index.ts';
import type { maintenanceApi } from '../common/index.ts';
import type { Maintenance } from './maintenance.ts';

/** Handlers of the calls about maintenance. */
export function maintenanceHandlers(maintenance: Maintenance): Handlers<typeof maintenanceApi> {
  return {
    getMaintenance: async (_, context) => ({
      maintenance: maintenance.notice ?? null,
      refused: maintenance.shutsOut(context.credential === 'none' ? undefined : context.user),
    }),
    async planMaintenance({ body }) {
      await maintenance.plan(body);
      return { maintenance: maintenance.notice ?? null };
    },
    async endMaintenance() {
      await maintenance.end();
      return { success: true };
    },
  };
}
