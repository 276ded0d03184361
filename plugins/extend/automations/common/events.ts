import { defineEvents, z } from '#core/api/common/index.ts';

/** Events about pipelines for tabs. */
export const automationsEvents = defineEvents('automations', {
  /** A pipeline was created, saved, enabled, disabled or deleted. */
  changed: z.object({ pipeline_id: z.int() }),
  /** Runs of a pipeline began or went on. */
  ran: z.object({ pipeline_id: z.int() }),
});
