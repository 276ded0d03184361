import { defineApi, z } from '#core/api/common/index.ts';
import { contributions } from './contributions.ts';

export const pluginFault = z.object({
  at: z.string(),
  side: z.enum(['server', 'browser']),
  /**
   * `start`, `GET /api/v1/notes`, `job sync`, `hook core.committed`; in the browser `load`, `activate`, `page list`,
   * `panel side`.
   */
  where: z.string(),
  message: z.string(),
  stack: z.string().nullable(),
  /** Version of the plugin that ran, when a browser reported it. */
  version: z.string().nullable(),
});

/** An installed plugin, as the running server has it. */
export const installedPlugin = contributions.extend({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  /** Folder of a plugin from outside; null for a bundled one. */
  folder: z.string().nullable(),
  locked: z.boolean(),
  requires: z.array(z.string()),
  requiredBy: z.array(z.string()),
  /** For an organization without choices of its own. */
  enabled: z.boolean(),
  /** Why it is off, in a sentence; null when on. */
  reason: z.string().nullable(),
  failed: z.boolean(),
  /** Organizations that chose otherwise than the default. */
  choices: z.object({ on: z.int(), off: z.int() }),
  /** Newest first, since the server started; of each side at most 20 for one organization and 200 in all. */
  faults: z.array(pluginFault),
  faultCount: z.int(),
  /** Calls and jobs since the server started, and when the last one began. */
  uses: z.int(),
  lastUse: z.string().nullable(),
});
export type InstalledPlugin = z.output<typeof installedPlugin>;

/** A moment that plugins may take part in. */
export const hookPoint = z.object({
  /** Ends with `*` where there is one for each place or kind. */
  name: z.string(),
  kind: z.string(),
  /** Types of what a tap is called with, as its source writes them. */
  parameters: z.string(),
  doc: z.string(),
  half: z.enum(['web', 'server']),
  /** Plugins that take part now; of the server half only. */
  taps: z.array(z.string()),
});
export type HookPoint = z.output<typeof hookPoint>;

const operation = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  access: z.string(),
});

/** Calls of super-admins about what is installed. */
export const adminPluginsApi = defineApi({
  service: 'main',
  operations: {
    listInstalledPlugins: {
      method: 'GET',
      path: '/api/v1/admin/plugins',
      summary:
        'Plugins of this installation: what each contributes, whether it is on, how it fares; and those that were refused',
      access: 'super-admin',
      reply: z.object({
        data: z.array(installedPlugin),
        refused: z.array(z.object({ id: z.string(), folder: z.string(), reason: z.string() })),
      }),
    },
    listExtensionPoints: {
      method: 'GET',
      path: '/api/v1/admin/extension-points',
      summary: 'Hooks of both halves with their documentation and who taps them, and the calls of the core',
      access: 'super-admin',
      reply: z.object({ hooks: z.array(hookPoint), operations: z.array(operation) }),
    },
  },
});
