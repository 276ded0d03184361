import type { OnLoadResult, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild-wasm';
import { guestPackages, isGuestPackage, packageSource } from './package-source.ts';

/** A file beside the main one of a script. */
export interface CodeFile {
  /** Its name, such as `geometry.ts` or `limits.json`. */
  readonly name: string;
  readonly text: string;
}

const NAMESPACE = 'own';
const PACKAGES = 'package';

/**
 * Lets a script import files that came with it, by `./NAME` with or without `.ts`, packages of the product by their name, and nothing else. Types vanish
 * before this is asked, so whatever is left would be missing when the code runs.
 */
export const ownFiles = (files: readonly CodeFile[]): Plugin => {
  const known = new Map(files.map(each => [each.name, each.text]));
  const resolve = ({ kind, path }: OnResolveArgs): OnResolveResult | undefined => {
    if (kind === 'entry-point') return undefined;
    if (isGuestPackage(path)) return { path, namespace: PACKAGES, sideEffects: false };
    const name = path.startsWith('./') ? path.slice(2) : '';
    const found = [name, `${name}.ts`].find(each => known.has(each));
    return found === undefined
      ? {
          errors: [
            {
              text: `“${path}” can’t be imported. Import types, files of the action such as “./rules”, or the packages ${guestPackages.join(', ')}.`,
            },
          ],
        }
      : { path: found, namespace: NAMESPACE };
  };
  const load = (path: string): OnLoadResult => ({
    contents: known.get(path)!,
    loader: path.endsWith('.json') ? 'json' : 'ts',
  });
  return {
    name: 'own-files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, resolve);
      onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => load(path));
      onLoad({ filter: /.*/, namespace: PACKAGES }, async ({ path }) =>
        isGuestPackage(path) ? { contents: await packageSource(path), loader: 'js' } : undefined,
      );
    },
  };
};
