import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { decoderFile, runDecoder } from '#plugins/workspace/items/server/kit/index.ts';
import type { BuildRequest } from './octree/build-cloud.ts';
import { buildCloud } from './octree/build-cloud.ts';

/**
 * Builds octrees in a process of its own. Run from source, without a build, there is no such file and it runs here.
 * @throws Fault ASSET_UNREADABLE of a file that cannot be read; the reason of `signal`
 */
export async function runBuilder(
  request: BuildRequest,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<void> {
  signal.throwIfAborted();
  const file = decoderFile('cloud-builder');
  if (file === undefined) {
    await buildCloud(request, onProgress);
    signal.throwIfAborted();
    return;
  }
  // The list of a long sequence is longer than an argument may be.
  const list = `${request.output}-request.json`;
  await writeFile(list, JSON.stringify(request), { mode: 0o600 });
  await runDecoder(file, {
    argument: list,
    memory: 256,
    folder: dirname(request.output),
    signal,
    onLine: line => onProgress(Number(line)),
  });
}
