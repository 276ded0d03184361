import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { sep } from 'node:path';
import type { OnLoadResult, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild-wasm';
import { guestPackages, isGuestPackage, packageSource } from './package-source.ts';

/** A file beside the main one of a script. */
export interface CodeFile {
  /** Its name, such as `geometry.ts` or `limits.json`. */
  readonly name: string;
  readonly text: string;
}

/** Packages that lie in a folder while a script is built. */
export interface PackageFolder {
  /** Real path; holds `node_modules`. */
  readonly folder: string;
  /** Names of the packages that the script may import. */
  readonly names: readonly string[];
  /** Each version with its digest, as the built script names them. */
  readonly lock: readonly string[];
}

/** Marks a path that is resolved as usual, in the folder of the packages. */
const AS_USUAL = 'as usual';
const refused = (text: string): OnResolveResult & OnLoadResult => ({ errors: [{ text }] });
/** Returns a file without the address of its source map, which the compiler would read from anywhere. */
const codeOf = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8')).replaceAll(/^[^\S\n]*\/[/*][#@] sourceMappingURL=.*$/gm, '');

const NAMESPACE = 'own';
const PACKAGES = 'package';

/**
 * Lets a script import files that came with it, by `./NAME` with or without `.ts`, packages of the product and of a
 * folder by their name, and nothing else. Types vanish before this is asked, so whatever is left would be missing when
 * the code runs.
 */
export const ownFiles = (files: readonly CodeFile[], packages?: PackageFolder): Plugin => {
  const known = new Map(files.map(each => [each.name, each.text]));
  const resolve = ({ kind, path, importer, pluginData }: OnResolveArgs, build: PluginBuild) => {
    if (kind === 'entry-point' || pluginData === AS_USUAL) return undefined;
    const folder = packages?.folder;
    if (folder !== undefined && importer.startsWith(folder + sep))
      return isBuiltin(path)
        ? refused(`A package needs “${path}” of Node.js, which the sandbox does not have.`)
        : undefined;
    if (packages?.names.some(each => path === each || path.startsWith(`${each}/`)) === true)
      return build.resolve(path, { kind, resolveDir: packages.folder, pluginData: AS_USUAL });
    if (isGuestPackage(path)) return { path, namespace: PACKAGES, sideEffects: false };
    const name = path.startsWith('./') ? path.slice(2) : '';
    const found = [name, `${name}.ts`].find(each => known.has(each));
    return found === undefined
      ? refused(
          `“${path}” can’t be imported. Import types, files of the action such as “./rules”, or the packages ${[...guestPackages, ...(packages?.names ?? [])].join(', ')}.`,
        )
      : { path: found, namespace: NAMESPACE };
  };
  const load = (path: string): OnLoadResult => ({
    contents: known.get(path)!,
    loader: path.endsWith('.json') ? 'json' : 'ts',
  });
  return {
    name: 'own-files',
    setup(build) {
      const { onResolve, onLoad } = build;
      onResolve({ filter: /.*/ }, args => resolve(args, build));
      // Packages may name any path; no other file of the server is for them.
      onLoad({ filter: /.*/, namespace: 'file' }, async ({ path }) =>
        packages !== undefined && path.startsWith(packages.folder + sep)
          ? { contents: await codeOf(path), loader: path.endsWith('.json') ? 'json' : 'js' }
          : refused('A package names a file outside of the packages.'),
      );
      onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => load(path));
      onLoad({ filter: /.*/, namespace: PACKAGES }, async ({ path }) =>
        isGuestPackage(path) ? { contents: await packageSource(path), loader: 'js' } : undefined,
      );
    },
  };
};
