import type { EditorItem } from '#plugins/editor/web/kit/editor-type.ts';

/** The attached JSON of an item, or why it cannot be read and what helps. */
export async function fetchPayload({ url, name }: Pick<EditorItem, 'url' | 'name'>, signal: AbortSignal): Promise<{ readonly payload: unknown } | { readonly problem: string }> {
  const own = new URL(url, location.href).origin === location.origin;
  try {
    const answer = await fetch(url, { signal, credentials: own ? 'same-origin' : 'omit' });
    if (!answer.ok) return { problem: `The data of ${name} could not be loaded: the storage answered ${answer.status}.` };
    return { payload: await answer.json() as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: `The data of ${name} is not JSON. Attach a JSON file in its place.` };
    return { problem: own ? `The data of ${name} could not be loaded. Check the connection.` : `The data of ${name} lies at ${new URL(url).host}, which this page may not read. Bring it in through an integration, or upload it.` };
  }
}
