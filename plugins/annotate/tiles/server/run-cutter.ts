import { dirname } from 'node:path';
import { decoderFile, runDecoder } from '#plugins/workspace/items/server/kit/index.ts';
import type { CutRequest } from './tile-cutter.ts';
import { cutTiles } from './tile-cutter.ts';

/**
 * Cuts an image in a process of its own. Run from source, without a build, there is no such file and it runs here.
 * Rejects with the decoder's message, or with the reason of `signal`.
 */
export async function runCutter(request: CutRequest, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const file = decoderFile('tile-cutter');
  if (file === undefined) {
    await cutTiles(request);
    signal.throwIfAborted();
    return;
  }
  await runDecoder(file, { argument: JSON.stringify(request), memory: 128, folder: dirname(request.output), signal });
}
