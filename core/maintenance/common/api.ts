import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, success, z } from '#core/api/common/index.ts';
import { maintenanceNotice } from './notice.ts';

const moment = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-24T02:00:00Z' });

/** A plan of maintenance, as a super-admin makes it. */
export const maintenancePlan = z
  .strictObject({
    /** When it begins; null is now. */
    from: moment.nullable(),
    to: moment.nullable(),
    message: z
      .string()
      .trim()
      .regex(...plainDirection)
      .min(1, 'say what people should know')
      .max(300, 'use at most 300 characters'),
    statusUrl: z
      .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
      .max(500)
      .nullable(),
    readOnly: z.boolean(),
  })
  .refine(plan => plan.to === null || plan.from === null || Date.parse(plan.to) > Date.parse(plan.from), {
    path: ['to'],
    message: 'must be later than the beginning',
  });
export type MaintenancePlan = z.output<typeof maintenancePlan>;

const reply = z.object({ maintenance: maintenanceNotice.nullable() });

/** Maintenance of the installation. */
export const maintenanceApi = defineApi({
  service: 'main',
  operations: {
    getMaintenance: {
      method: 'GET',
      path: '/api/v1/maintenance',
      summary: 'Maintenance that is planned or under way',
      access: 'public',
      reply: reply.extend({
        /** Other calls of the caller are refused. */
        refused: z.boolean(),
      }),
    },
    planMaintenance: {
      method: 'PUT',
      path: '/api/v1/admin/maintenance',
      summary: 'Announce maintenance, begin it, or change what it says',
      access: 'super-admin',
      body: maintenancePlan,
      reply,
    },
    endMaintenance: {
      method: 'DELETE',
      path: '/api/v1/admin/maintenance',
      summary: 'End maintenance, or take its announcement back',
      access: 'super-admin',
      reply: success,
    },
  },
});
