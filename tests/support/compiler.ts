import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initialize } from 'esbuild-wasm/esm/browser.js';
import { bundleFiles } from '#core/sandbox/web/bundle-files.ts';
import type { Bundler } from '#core/sandbox/web/index.ts';

let compiler: Promise<Bundler> | undefined;

/**
 * Returns the product's compiler, started in this process at the first call. That it works in a page as well is proven
 * by the browser tests of the sandbox and of the editor of apps.
 */
export function openCompiler(): Promise<Bundler> {
  return (compiler ??= start());
}

async function start(): Promise<Bundler> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('esbuild-wasm/esbuild.wasm'));
  // The compiler takes its globals from the worker that it expects to be in.
  Object.assign(globalThis, { self: globalThis });
  await initialize({ wasmModule: await WebAssembly.compile(wasm), worker: false }).finally(() =>
    Reflect.deleteProperty(globalThis, 'self'),
  );
  return { bundle: bundleFiles } as unknown as Bundler;
}
