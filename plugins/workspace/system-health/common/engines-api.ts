import { defineApi, z } from '#core/api/common/index.ts';

/** Something that runs code, answers with a model, or works through a queue. */
export const engine = z.object({
  /** Runs code of automations, is a model or service of this installation, or a provider of language models. */
  kind: z.enum(['code', 'model', 'provider']),
  name: z.string(),
  /** Use of it, where the name does not say it. */
  purpose: z.string().nullable(),
  version: z.string().nullable(),
  /** `browser`: in the page of who asks. `external`: a service outside of this installation. */
  place: z.enum(['server', 'browser', 'external']),
  state: z.enum(['ready', 'failing', 'unavailable', 'unused']),
  /** Why it is not ready and what to do; null otherwise. */
  reason: z.string().nullable(),
  /** Null where nothing waits in a queue. */
  waiting: z.int().nullable(),
  running: z.int().nullable(),
  /** Runs that failed in the last 24 hours; null where none are kept. */
  failed: z.int().nullable(),
});
export type Engine = z.output<typeof engine>;

/** Runners and models of the installation, for super-admins. */
export const enginesApi = defineApi({
  service: 'main',
  operations: {
    listEngines: {
      method: 'GET',
      path: '/api/v1/admin/runners',
      summary: 'Runners of code, models and providers with their state and queues, and what contains code',
      access: 'super-admin',
      reply: z.object({
        /**
         * Full: code has namespaces without network, files and capabilities. Reduced: the WebAssembly sandbox and
         * permissions of Node only.
         */
        isolation: z.enum(['full', 'reduced']),
        data: z.array(engine),
      }),
    },
  },
});
