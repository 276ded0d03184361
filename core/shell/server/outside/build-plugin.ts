import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { InlineConfig, Rolldown } from 'vite';
import { Fault } from '#core/base/common/index.ts';
import type { PluginPackage } from '#core/kernel/common/index.ts';
import { PACKAGE_FILE, PLUGIN_SDK, readPackage } from '#core/kernel/common/index.ts';

/** Modules that the running product hands over; everything else is built into the plugin. */
const GIVEN = ['react', 'react/jsx-runtime', '@loupe/sdk/plugin', '@loupe/sdk/plugin/web', '@loupe/sdk/plugin/server'];

/** Sources of the halves, the first that is there. */
const ENTRIES = { server: ['server/index.ts'], web: ['web/index.ts', 'web/index.tsx'] } as const;

/** Files that a build writes. */
const BUILT = [PACKAGE_FILE, 'server.js', 'web.js'];

// The sources become the body of the factory: `require` gives the product's modules, so nothing is kept on `window` and
// no second React is loaded.
const BEFORE =
  'export default loupe => { const require = name => loupe.module(name); const module = { exports: {} }; const exports = module.exports;';
const AFTER = 'return module.exports.default ?? module.exports; };';

/** Outcome of a build. */
export interface BuiltPlugin {
  readonly id: string;
  readonly version: string;
  /** Absolute path of the folder with plugin.json, to be put into PLUGINS_DIR. */
  readonly folder: string;
  /** File → bytes. */
  readonly files: Readonly<Record<string, number>>;
}

/**
 * Builds the sources of a plugin into `to` (`dist` in their folder when absent).
 * @throws Fault BUILD_FAILED that names file and place.
 */
export async function buildPlugin(from: string, to: string = join(from, 'dist')): Promise<BuiltPlugin> {
  const source = resolve(from);
  const folder = resolve(to);
  if (!existsSync(join(source, 'manifest.ts')))
    throw new Fault(
      'BUILD_FAILED',
      `There is no manifest.ts in ${source}. Name the folder of a plugin; "plugin new NAME" creates one.`,
    );
  const version = await versionOf(source);
  await demandReplaceable(folder);
  const { default: manifest } = await runModule(source);
  const content: Partial<Record<'server' | 'web', string>> = {};
  for (const half of ['server', 'web'] as const) {
    const entry = ENTRIES[half].find(each => existsSync(join(source, each)));
    if (entry !== undefined) content[half] = await bundle(source, entry, half === 'server');
  }
  if (content.server === undefined && content.web === undefined)
    throw new Fault('BUILD_FAILED', `There is neither server/index.ts nor web/index.ts in ${source}.`);
  const named = Object.entries(content).map(([half, code]) => [`${half}.js`, code] as const);
  const description = {
    sdk: PLUGIN_SDK,
    version,
    manifest,
    ...(content.server === undefined ? {} : { server: 'server.js' }),
    ...(content.web === undefined ? {} : { web: 'web.js' }),
    integrity: Object.fromEntries(
      named.map(([name, code]) => [name, `sha384-${createHash('sha384').update(code).digest('base64')}`]),
    ),
  } as PluginPackage;
  const text = `${JSON.stringify(description, undefined, 2)}\n`;
  readPackage(text);
  // Not before all is built: a folder without plugin.json would be refused as a plugin.
  await Promise.all(BUILT.map(name => rm(join(folder, name), { force: true })));
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(join(folder, PACKAGE_FILE), text),
    ...named.map(([name, code]) => writeFile(join(folder, name), code)),
  ]);
  return {
    id: description.manifest.id,
    version,
    folder,
    files: Object.fromEntries(named.map(([name, code]) => [name, Buffer.byteLength(code)])),
  };
}

/** @throws Fault BUILD_FAILED where the folder holds anything but an earlier build, such as other plugins or sources */
async function demandReplaceable(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const isBuild = names.includes(PACKAGE_FILE) && !names.includes('manifest.ts');
  if (names.length === 0 || isBuild) return;
  throw new Fault(
    'BUILD_FAILED',
    `${folder} has other files. Name a folder of its own for the built plugin, such as --dir ${join(folder, 'NAME')}.`,
  );
}

async function versionOf(source: string): Promise<string> {
  const text = await readFile(join(source, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return '0.0.0';
  return String((JSON.parse(text) as { readonly version?: unknown }).version ?? '0.0.0');
}

/** The manifest is data in a TypeScript file: it is built on its own and read. */
async function runModule(source: string): Promise<{ readonly default: unknown }> {
  const code = await bundle(source, 'manifest.ts', true);
  const { default: factory } = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )) as { readonly default: (given: object) => unknown };
  const exported = factory({ module: () => ({ definePlugin: (manifest: unknown) => manifest }) });
  return { default: exported };
}

/** Returns what the bundler says, without its advice about a configuration that plugins do not have. */
function reasonOf(error: unknown): string {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const [, name, file] = /failed to resolve import "([^"]+)" from "([^"]+)"/.exec(text) ?? [];
  return name === undefined
    ? text
    : `${file} imports "${name}", which was not found. Install it in the folder of the plugin, or correct the path.`;
}

async function bundle(source: string, entry: string, forNode: boolean): Promise<string> {
  // The bundler is a tool of builders, not of the running server.
  const { build } = await import('vite');
  const config: InlineConfig = {
    root: source,
    configFile: false,
    logLevel: 'silent',
    // Whatever mode the builder's own process is in: the product gives the runtime of production.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      ssr: forNode,
      minify: false,
      target: forNode ? 'node20' : 'es2022',
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(source, entry),
        preserveEntrySignatures: 'strict',
        external: id => GIVEN.includes(id) || (forNode && id.startsWith('node:')),
        output: { format: 'cjs', exports: 'named', codeSplitting: false },
      },
    },
    ...(forNode ? { ssr: { noExternal: true } } : {}),
  };
  const result = (await build(config).catch((error: unknown) => {
    throw new Fault('BUILD_FAILED', `${entry} of ${source} was not built: ${reasonOf(error)}`, { cause: error });
  })) as Rolldown.RolldownOutput;
  const [chunk] = result.output.filter(each => each.type === 'chunk');
  const assets = result.output.filter(each => each.type === 'asset').map(each => each.fileName);
  if (assets.length > 0)
    throw new Fault(
      'BUILD_FAILED',
      `${entry} brings files besides its code (${assets.join(', ')}), which a plugin cannot have: put styles into components, and pictures as data addresses.`,
    );
  if (chunk === undefined) throw new Fault('BUILD_FAILED', `${entry} gave no code.`);
  return `${BEFORE}\n${chunk.code}\n${AFTER}\n`;
}
