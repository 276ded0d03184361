import type { AddressLine } from '../../common/address-list.ts';
import type { ItemsClient } from '../items-client.ts';
import { messages } from '../messages.ts';
import type { UploadPlace } from '../uploading/upload-plan.ts';

/** Names of one question to the server. */
const ASKED = 5000;

/**
 * The lines with what the server says against them: names that are taken, no room, a project that keeps its own files.
 */
export async function checkLines(
  client: ItemsClient,
  place: UploadPlace,
  lines: readonly AddressLine[],
): Promise<readonly AddressLine[]> {
  const names = lines.flatMap(each => (each.problem === undefined ? [each.name] : []));
  const taken = new Set<string>();
  let free = Infinity;
  let message: string | undefined;
  for (let start = 0; start < names.length; start += ASKED) {
    const answer = await client.items.checkUpload({
      params: { project_id: place.projectId },
      body: { folder_id: place.folderId, names: names.slice(start, start + ASKED), attached: true },
    });
    for (const name of answer.existing) taken.add(name);
    free = Math.min(free, answer.remaining);
    message = answer.message ?? message;
  }
  return lines.map(each => {
    if (each.problem !== undefined) return each;
    if (taken.has(each.name)) return { ...each, problem: messages.checkLines.folderHasAnItem };
    free -= 1;
    return free < 0 ? { ...each, problem: message ?? messages.checkLines.nothingLeft } : each;
  });
}
