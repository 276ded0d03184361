import { plainDirection } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { AppManifest, AppPlace, Capability } from '#sdk/app/app-manifest.ts';
import { APP_PLACES, CAPABILITIES } from '#sdk/app/app-manifest.ts';

/** Limits. Sizes in bytes. */
export const MOST_APPS = 50;
export const MOST_SOURCE = 5 * 1024 * 1024;
export const MOST_DATA = 5 * 1024 * 1024;
export const MOST_ITEM_DATA = 64 * 1024;
export const MOST_BUNDLE = 10 * 1024 * 1024;

/** The file of an app's manifest among its sources. */
export const MANIFEST_FILE = 'loupe-app.json';

const place = z.enum(Object.keys(APP_PLACES) as [AppPlace, ...AppPlace[]]);
export const capability = z.enum(Object.keys(CAPABILITIES) as [Capability, ...Capability[]]);
const mount = z.strictObject({
  place,
  title: z.string().trim().min(1).max(60).optional(),
  projectTypes: z.array(z.string().max(40)).max(20).optional(),
  fileEndings: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9.]{0,15}$/i, 'is an ending without a dot before it, such as wav'))
    .min(1)
    .max(50)
    .optional(),
  height: z.int().min(80).max(2000).optional(),
});

const command = z.strictObject({
  id: z.string().regex(/^[a-z][\w.-]{0,39}$/i, 'is a word such as refresh'),
  title: z.string().trim().min(1, 'give it a title').max(60, 'use at most 60 characters'),
  icon: z.string().max(40).optional(),
  place: place.optional(),
});

/** Schema of `loupe-app.json` may hold. */
export const appManifest: z.ZodType<AppManifest, unknown> = z.strictObject({
  $schema: z.string().max(300).optional(),
  name: z
    .string()
    .trim()
    .regex(...plainDirection)
    .min(1, 'give it a name')
    .max(60, 'use at most 60 characters'),
  description: z.string().max(500).optional(),
  icon: z.string().max(40).optional(),
  sdk: z.string().regex(/^\d{1,4}\.\d{1,4}$/, 'is a version such as 1.0'),
  entry: z.string().min(1).max(200),
  mounts: z.array(mount).max(20),
  capabilities: z.array(capability).max(50),
  commands: z.array(command).max(20, 'has more than 20 commands').optional(),
  hosts: z.array(z.string().min(1).max(300)).max(50).optional(),
}) as never;

/** Paths within an app to texts. */
export const appFiles = z.record(
  z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[\w@][\w@. /-]{0,199}$/, 'is a path such as src/main.tsx'),
  z.string(),
);
export type AppFiles = z.output<typeof appFiles>;

export const appStates = ['draft', 'published', 'disabled'] as const;
export type AppState = (typeof appStates)[number];

/**
 * Permissions an admin gave an app in a team. An app that asks for more than this runs with this; its calls beyond
 * answer CAPABILITY_DENIED.
 */
export const appGrant = z.strictObject({
  capabilities: z.array(capability).max(50),
  hosts: z.array(z.string().max(300)).max(50),
  /** Roles that may open it besides team admins: project roles by number and team contributors as `contributor`. */
  open: z.array(z.union([z.int(), z.literal('contributor')])).max(100),
});
export type AppGrant = z.output<typeof appGrant>;

/** An app in the list. */
export const appView = z.object({
  id: z.int(),
  team_id: z.int(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  state: z.enum(appStates),
  /** Number of the published version; null when none was published. */
  version: z.int().nullable(),
  mounts: z.array(mount),
  /** Requests of its draft and its published version; commands by their titles. */
  asks: z.object({ capabilities: z.array(capability), hosts: z.array(z.string()), commands: z.array(z.string()) }),
  grant: appGrant,
  author: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  publishedAt: z.string().nullable(),
  errors24h: z.int(),
});
export type AppView = z.output<typeof appView>;

/** Facts that places need to show published apps to a person who may open them: no sources. */
export const mountedApp = z.object({
  id: z.int(),
  name: z.string(),
  icon: z.string(),
  version: z.int(),
  mounts: z.array(mount),
  grant: appGrant.omit({ open: true }),
  sdk: z.string(),
  /** None where an admin has not allowed it to add any. */
  commands: z.array(command),
});
export type MountedApp = z.output<typeof mountedApp>;

/**
 * Header by which the host says for which app it calls; the server lets through what the app was granted and the person
 * may do.
 */
export const APP_HEADER = 'x-loupe-app';
