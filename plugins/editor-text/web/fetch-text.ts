import { faultOf } from '#core/api/web/index.ts';
import type { EditorItem } from '#plugins/editor/web/kit/editor-type.ts';
import { readText, UnreadableText } from '#plugins/items/common/text-content.ts';

/** The text of an item, or why it cannot be shown and what helps. */
export async function fetchText({ url, name }: Pick<EditorItem, 'url' | 'name'>, signal: AbortSignal): Promise<{ readonly text: string } | { readonly problem: string }> {
  if (url === '') return { problem: `${name} was not found in storage. Upload it again, or ask who keeps the storage.` };
  try {
    const answer = await fetch(url, { signal, credentials: 'same-origin' });
    if (answer.status === 404 || answer.status === 410) return { problem: `${name} was not found in storage (${answer.status}).` };
    if (!answer.ok) return { problem: `${name} could not be loaded: ${(await faultOf(answer)).message || `the storage answered ${answer.status}.`}` };
    return { text: readText(new Uint8Array(await answer.arrayBuffer())) };
  } catch (error) {
    if (error instanceof UnreadableText) return { problem: `${name}: ${error.message}` };
    return { problem: `${name} could not be loaded. Check the connection.` };
  }
}
