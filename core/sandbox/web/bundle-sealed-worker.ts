import { initialize } from 'esbuild-wasm/esm/browser.js';
import type { BundleRequest } from '../common/bundle.ts';
import type { BundleAnswer, BundleCall } from './bundle-calls.ts';
import { bundleFiles } from './bundle-files.ts';

// This worker reaches nothing: its script comes with a policy of its own (core/api/server/security-headers.ts), so the
// compiler is sent to it.
const waiting: { readonly id: number; readonly request: BundleRequest }[] = [];
let begun: (() => void) | undefined;
const ready = new Promise<void>(resolve => (begun = resolve));
let busy = false;
const reply = (answer: BundleAnswer): void => self.postMessage(answer);

self.onmessage = ({ data }: MessageEvent<BundleCall>): void => {
  if ('begin' in data) void begin(data.begin);
  else if ('drop' in data) {
    const at = waiting.findIndex(each => each.id === data.drop);
    if (at >= 0) waiting.splice(at, 1);
  } else {
    waiting.push(data);
    void work();
  }
};

async function begin(bytes: ArrayBuffer): Promise<void> {
  try {
    await initialize({ wasmModule: await WebAssembly.compile(bytes), worker: false });
    begun?.();
  } catch (error) {
    reply({ broken: error instanceof Error ? error.message : String(error) });
  }
}

async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  await ready;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    try {
      reply({ id: next.id, result: await bundleFiles(next.request) });
    } catch (error) {
      reply({ id: next.id, failure: error instanceof Error ? error.message : String(error) });
    }
  }
  busy = false;
}
