import { Fault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { PluginCommand, PluginJob, PluginManifest, PluginPanel, PluginRoute } from '#sdk/plugin/manifest.ts';

/**
 * The version of what a plugin from outside is given; `plugin.json` names the one it was built for. It grows when
 * something is taken away or changed.
 */
export const PLUGIN_SDK = 1;

/** Name of the file that makes a folder a plugin. */
export const PACKAGE_FILE = 'plugin.json';

/** A checker for every field of a type, and for nothing else: a field that only one of the two has does not compile. */
type CheckersOf<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

/** Made at the first need: the page shares this file and never reads a package. */
function packageShape(): z.ZodType<PluginPackage> {
  const words = z.string().min(1).max(200);
  const record = <T extends z.ZodType>(entry: T): z.ZodRecord<z.ZodString, T> =>
    z.record(z.string().regex(/^[a-zA-Z][a-zA-Z0-9]*$/, 'use letters and digits for names, a letter first'), entry);
  const frame = words.exactOptional();
  const activation = z.union([
    z.literal('use'),
    z.literal('start'),
    z.literal('organization'),
    z.strictObject({ with: words }),
  ]);
  const manifest = z.strictObject({
    id: z.string().max(47),
    title: words,
    description: z.string().max(1000).exactOptional(),
    requires: z.array(words).max(50).exactOptional(),
    optional: z.array(words).max(50).exactOptional(),
    feature: words.exactOptional(),
    enabledByDefault: z.boolean().exactOptional(),
    activation: z.union([activation, z.array(activation).min(1).max(10)]).exactOptional(),
    routes: record(
      z.strictObject({
        path: words,
        title: words,
        access: words,
        frame,
        icon: words.exactOptional(),
        section: words.exactOptional(),
      } satisfies CheckersOf<PluginRoute>),
    ).exactOptional(),
    frames: record(z.strictObject({ title: words, frame })).exactOptional(),
    commands: record(
      z.strictObject({
        title: words,
        access: words,
        icon: words.exactOptional(),
        hidden: z.boolean().exactOptional(),
        scope: words.exactOptional(),
        group: words.exactOptional(),
      } satisfies CheckersOf<PluginCommand>),
    ).exactOptional(),
    shortcuts: record(z.union([words, z.array(words).max(10)])).exactOptional(),
    menus: z
      .record(
        words,
        z.array(z.union([words, z.strictObject({ use: words, order: z.number().exactOptional() })])).max(50),
      )
      .exactOptional(),
    panels: record(
      z.strictObject({
        place: words,
        title: words,
        access: words.exactOptional(),
        icon: words.exactOptional(),
        order: z.number().exactOptional(),
        when: z.literal('awake').exactOptional(),
      } satisfies CheckersOf<PluginPanel>),
    ).exactOptional(),
    jobs: record(z.strictObject({ title: words } satisfies CheckersOf<PluginJob>)).exactOptional(),
    contributes: z.record(words, z.array(z.record(z.string(), z.unknown())).max(50)).exactOptional(),
  } satisfies CheckersOf<PluginManifest>);
  const file = z.string().regex(/^[\w-][\w.-]*\.js$/, 'use the name of a .js file beside plugin.json');
  return z.strictObject({
    sdk: z.int(),
    version: z
      .string()
      .regex(/^\d+\.\d+\.\d+([-+][\w.+-]+)?$/, 'use a version such as 1.0.0')
      .max(100),
    manifest,
    server: file.exactOptional(),
    web: file.exactOptional(),
    integrity: z
      .record(file, z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'use sha384- and the hash in base64'))
      .exactOptional(),
  } satisfies CheckersOf<PluginPackage>);
}

let shape: z.ZodType<PluginPackage> | undefined;

/** Package of a plugin from outside, as its `plugin.json` describes it. */
export interface PluginPackage {
  /** The version of the surface it was built for: `PLUGIN_SDK`. */
  readonly sdk: number;
  readonly version: string;
  readonly manifest: PluginManifest;
  /** File of the server half, beside plugin.json. */
  readonly server?: string;
  /** File of the web half: one ES module. */
  readonly web?: string;
  /** File → `sha384-…`; a file that does not match is not run. */
  readonly integrity?: Readonly<Record<string, string>>;
}

/** Reads the text of a `plugin.json`. @throws Fault MANIFEST_INVALID that names the field and the cure. */
export function readPackage(text: string): PluginPackage {
  const fail = (what: string): Fault => new Fault('MANIFEST_INVALID', `${PACKAGE_FILE} ${what}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fail(`is not JSON: ${(error as Error).message}`);
  }
  const { sdk } = (value ?? {}) as { readonly sdk?: unknown };
  // Asked first: a package for another version may have fields that this one does not know.
  if (Number.isInteger(sdk) && sdk !== PLUGIN_SDK)
    throw fail(
      `says it was built for version ${String(sdk)} of the plugin SDK; this server gives version ${PLUGIN_SDK}. Build it again.`,
    );
  const result = (shape ??= packageShape()).safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const path = [...issue!.path, ...(issue!.code === 'unrecognized_keys' ? issue!.keys.slice(0, 1) : [])].join('.');
    throw fail(
      issue!.code === 'unrecognized_keys'
        ? `has the field ${path}, which is not known`
        : `has no good ${path || 'content'}: ${issue!.message}`,
    );
  }
  const found = result.data;
  for (const name of Object.keys(found.integrity ?? {}))
    if (name !== found.server && name !== found.web)
      throw fail(`has an integrity for ${name}, which is neither its server nor its web file`);
  return found;
}

/** A plugin from outside as the page learns of it. */
export interface OutsideWebPlugin {
  readonly manifest: PluginManifest;
  readonly version: string;
  /** Address of its web half, and the hash it must have; absent when it has none. */
  readonly web?: { readonly address: string; readonly integrity: string };
}

/** Name of the `meta` element of the page that lists them, as JSON. */
export const OUTSIDE_META = 'loupe-plugins';
