import { Fault } from '#core/base/common/index.ts';
import type { ItemAsset } from '#plugins/workspace/items/common/index.ts';
import type { AppFile } from '#sdk/app/app-data.ts';

/** Largest file that an app gets, bytes. */
export const MOST_FILE = 100 * 1024 * 1024;

/** Reads the file of an item by its signed address. @throws Fault NO_FILE, TOO_LARGE, NETWORK */
export async function readFile(
  asset: ItemAsset,
  as: 'original' | 'shown' | 'thumbnail',
  signal: AbortSignal,
): Promise<AppFile> {
  const address = as === 'thumbnail' ? asset.thumbnail : as === 'shown' ? asset.url : (asset.original ?? asset.url);
  if (address === null) throw new Fault('NO_FILE', `“${asset.name}” has no such file.`, { status: 404 });
  const response = await fetch(address, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Fault('NETWORK', 'No connection to the server.', { status: 502, cause: error });
  });
  if (!response.ok || response.body === null)
    throw new Fault('NO_FILE', `The file of “${asset.name}” could not be read (${response.status}).`, {
      status: response.status,
    });
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MOST_FILE) {
      await reader.cancel();
      throw new Fault(
        'TOO_LARGE',
        `“${asset.name}” has more than ${MOST_FILE / 1024 / 1024} MB. Ask for it as "shown" or "thumbnail".`,
        { status: 413 },
      );
    }
    pieces.push(value);
  }
  return {
    name: asset.name,
    mime: response.headers.get('content-type') ?? asset.mime ?? 'application/octet-stream',
    bytes: new Uint8Array(await new Blob(pieces).arrayBuffer()),
  };
}
