import type { Loader, OnLoadResult, Plugin } from 'esbuild-wasm';
import type { BundleRequest } from '../common/bundle.ts';
import { messages } from './messages.ts';

const LOADERS: Readonly<Record<string, Loader>> = {
  ts: 'ts',
  tsx: 'tsx',
  js: 'js',
  jsx: 'jsx',
  mjs: 'js',
  json: 'json',
  txt: 'text',
  css: 'text',
  svg: 'text',
};
const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.json', '/index.ts', '/index.tsx', '/index.js'];
/** Namespace of the person's own files; those of modules have their specifier. */
const OWN = 'own';

/**
 * Answers imports out of the request alone: own files by relative paths, modules by their names. Everything else is an
 * error that says what may be imported.
 */
export function guestFiles(request: BundleRequest): Plugin {
  const filesOf = (namespace: string): Readonly<Record<string, string>> =>
    namespace === OWN ? request.files : (request.modules[namespace.slice('module:'.length)] ?? {});
  const allowed = Object.keys(request.modules).toSorted();
  return {
    name: 'guest-files',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, importer, namespace, kind }) => {
        if (kind === 'entry-point') return { path: request.entry, namespace: OWN };
        if (path.startsWith('.')) {
          const wanted = joinPath(importer, path);
          const found = wanted === undefined ? undefined : findFile(filesOf(namespace), wanted);
          return found === undefined
            ? { errors: [{ text: messages.guestFiles.thereIsNoFileName(wanted ?? path) }] }
            : { path: found, namespace };
        }
        if (Object.hasOwn(request.modules, path)) return { path: 'index.ts', namespace: `module:${path}` };
        const cure =
          allowed.length === 0 ? messages.guestFiles.onlyOwnFiles : messages.guestFiles.whatCanBe(allowed.join(', '));
        return { errors: [{ text: messages.guestFiles.pathCannotBeImportedHere(path, cure) }] };
      });
      build.onLoad({ filter: /.*/ }, ({ path, namespace }): OnLoadResult => {
        const files = filesOf(namespace);
        if (!Object.hasOwn(files, path)) return { errors: [{ text: messages.guestFiles.thereIsNoFilePath(path) }] };
        const loader = LOADERS[path.slice(path.lastIndexOf('.') + 1)];
        return loader === undefined
          ? { errors: [{ text: messages.guestFiles.pathIsOfAKind(path, Object.keys(LOADERS).join(', ')) }] }
          : { contents: files[path]!, loader };
      });
    },
  };
}

/** The path that `relative` means in the file `from`; undefined above the top. */
function joinPath(from: string, relative: string): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..' && parts.length === 0) return undefined;
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function findFile(files: Readonly<Record<string, string>>, path: string): string | undefined {
  const bare = path.replace(/\.(js|jsx)$/, '');
  const ending = ENDINGS.find(each => Object.hasOwn(files, path + each));
  if (ending !== undefined) return path + ending;
  // TypeScript lets one import a file by the name it would have when compiled.
  return bare === path ? undefined : [`${bare}.ts`, `${bare}.tsx`].find(each => Object.hasOwn(files, each));
}
