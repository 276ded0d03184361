import { defineApi, id, z } from '#core/api/common/index.ts';
import { contributions } from './contributions.ts';

const inOrganization = z.strictObject({ organization_id: id });
const ofPlugin = inOrganization.extend({ plugin: z.string().min(1).max(100) });

/**
 * Choice of an organization for a plugin: its own, or the plugin's default. `withheld` is the operator's: off, and only
 * a super-admin chooses otherwise.
 */
export const pluginChoice = z.enum(['default', 'on', 'off', 'withheld']);
export type PluginChoice = z.output<typeof pluginChoice>;

/** A fault as the organization may know it: events of others are not shown, and no stack. */
const ownFault = z.object({
  at: z.string(),
  side: z.enum(['server', 'browser']),
  where: z.string(),
  /** Null for a fault of the whole process, such as a failed start. */
  message: z.string().nullable(),
});

/** A plugin as one organization has it. */
export const organizationPlugin = contributions.extend({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  /** True when it was not delivered with the product. */
  outside: z.boolean(),
  locked: z.boolean(),
  requires: z.array(z.string()),
  requiredBy: z.array(z.string()),
  choice: pluginChoice,
  enabled: z.boolean(),
  /** Why it is off, in a sentence; null when on. */
  reason: z.string().nullable(),
  /**
   * False where no choice of the caller changes anything: it is always on, the operator left it out or withholds it, or
   * it did not start.
   */
  switchable: z.boolean(),
  failed: z.boolean(),
  /** Newest first, since the server started. */
  faults: z.array(ownFault),
  faultCount: z.int(),
  /** Calls and jobs of this organization since the server started, and when the last one began. */
  uses: z.int(),
  lastUse: z.string().nullable(),
});
export type OrganizationPlugin = z.output<typeof organizationPlugin>;

const organizationPlugins = z.object({
  organization: z.object({ id: z.int(), name: z.string() }),
  /** True when the caller may withhold plugins from the organization. */
  mayWithhold: z.boolean(),
  data: z.array(organizationPlugin),
});
export type OrganizationPlugins = z.output<typeof organizationPlugins>;

/** Plugins that a switch takes away and adds, itself included: titles. */
const switchPreview = z.object({ goes: z.array(z.string()), comes: z.array(z.string()) });
export type SwitchPreview = z.output<typeof switchPreview>;

/** Calls of the owner of an organization; super-admins may make them for any. */
export const organizationApi = defineApi({
  service: 'main',
  operations: {
    listOrganizationPlugins: {
      method: 'GET',
      path: '/api/v1/organizations/:organization_id/plugins',
      summary: 'Plugins as the organization has them: state, reason, what each adds, how it fares',
      access: 'ManageOrganization',
      params: inOrganization,
      reply: organizationPlugins,
    },
    switchPlugin: {
      method: 'PUT',
      path: '/api/v1/organizations/:organization_id/plugins/:plugin',
      summary: 'Switch a plugin on or off for an organization; takes effect at its next call',
      access: 'ManageOrganization',
      params: ofPlugin,
      body: z.strictObject({ choice: pluginChoice }),
      reply: organizationPlugins,
    },
    previewSwitch: {
      method: 'GET',
      path: '/api/v1/organizations/:organization_id/plugins/:plugin/preview',
      summary: 'What a switch would take away from an organization, and bring it',
      access: 'ManageOrganization',
      params: ofPlugin,
      query: z.strictObject({ choice: pluginChoice }),
      reply: switchPreview,
    },
  },
});
