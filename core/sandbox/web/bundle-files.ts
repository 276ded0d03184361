import { build } from 'esbuild-wasm/esm/browser.js';
import type { BuildFailure, Message } from 'esbuild-wasm';
import type { BundleProblem, BundleRequest, BundleResult } from '../common/bundle.ts';
import { guardLoops } from '../common/loop-guard.ts';
import type { SourceMap } from '../common/source-map.ts';
import { readMappings, shiftMappings, writeMappings } from '../common/source-map.ts';
import { guestFiles } from './guest-files.ts';
import { messages } from './messages.ts';

/** Compiles in this thread; the compiler must have begun. Problems of the code are in the result, others are thrown. */
export async function bundleFiles(request: BundleRequest): Promise<BundleResult> {
  const began = performance.now();
  const since = (): number => Math.round(performance.now() - began);
  if (!Object.hasOwn(request.files, request.entry)) {
    return {
      code: undefined,
      problems: [
        {
          file: request.entry,
          line: 1,
          column: 1,
          message: messages.bundleFiles.thereIsNoFileEntry(request.entry),
          severity: 'error',
        },
      ],
      milliseconds: since(),
    };
  }
  try {
    const { outputFiles, warnings } = await build({
      entryPoints: [request.entry],
      plugins: [guestFiles(request)],
      bundle: true,
      write: false,
      outfile: 'guest.js',
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      charset: 'utf8',
      logLevel: 'silent',
      legalComments: 'none',
      sourcemap: 'external',
      sourcesContent: false,
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      tsconfigRaw: '{}',
    });
    const built = outputFiles.find(each => !each.path.endsWith('.map'))!.text;
    const map = JSON.parse(outputFiles.find(each => each.path.endsWith('.map'))!.text) as SourceMap;
    const { code, insertions } =
      request.guard === undefined ? { code: built, insertions: [] } : guardLoops(built, request.guard.milliseconds);
    const text = JSON.stringify({
      version: 3,
      sources: map.sources.map(sourceName),
      names: [],
      mappings: writeMappings(shiftMappings(readMappings(map.mappings), insertions)),
    } satisfies SourceMap);
    return {
      code: withMap(code, text),
      problems: warnings.map(each => problemOf(each, 'warning', request.entry)),
      milliseconds: since(),
      map: text,
    };
  } catch (error) {
    const { errors, warnings } = error as Partial<BuildFailure>;
    if (errors === undefined) throw error;
    return {
      code: undefined,
      problems: [
        ...errors.map(each => problemOf(each, 'error', request.entry)),
        ...(warnings ?? []).map(each => problemOf(each, 'warning', request.entry)),
      ],
      milliseconds: since(),
    };
  }
}

/** Names of sources without the prefixes that distinguish files and modules. */
function sourceName(source: string): string {
  if (source.startsWith('own:')) return source.slice('own:'.length);
  return source.startsWith('module:') ? source.slice('module:'.length).replace(/:(?=[^:]*$)/, '/') : source;
}

function withMap(code: string, map: string): string {
  const bytes = new TextEncoder().encode(map);
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${btoa(binary)}\n`;
}

function problemOf({ location, text }: Message, severity: BundleProblem['severity'], entry: string): BundleProblem {
  if (location === null) return { file: entry, line: 1, column: 1, message: text, severity };
  // It counts columns in bytes.
  const before = new TextDecoder().decode(new TextEncoder().encode(location.lineText).subarray(0, location.column));
  return { file: sourceName(location.file), line: location.line, column: before.length + 1, message: text, severity };
}
