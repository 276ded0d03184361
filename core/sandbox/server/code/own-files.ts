import type { OnLoadResult, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild-wasm';

/** A file beside the main one of a script. */
export interface CodeFile {
  /** Its name, such as `geometry.ts` or `limits.json`. */
  readonly name: string;
  readonly text: string;
}

const NAMESPACE = 'own';

/**
 * Lets a script import files that came with it, by `./NAME` with or without `.ts`, and nothing else. Types vanish
 * before this is asked, so whatever is left would be missing when the code runs.
 */
export const ownFiles = (files: readonly CodeFile[]): Plugin => {
  const known = new Map(files.map(each => [each.name, each.text]));
  const resolve = ({ kind, path }: OnResolveArgs): OnResolveResult | undefined => {
    if (kind === 'entry-point') return undefined;
    const name = path.startsWith('./') ? path.slice(2) : '';
    const found = [name, `${name}.ts`].find(each => known.has(each));
    return found === undefined
      ? { errors: [{ text: `“${path}” can’t be imported. Import types, or files of the action such as “./rules”.` }] }
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
    },
  };
};
