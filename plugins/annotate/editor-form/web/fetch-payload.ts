import { faultOf } from '#core/api/web/index.ts';
import type { EditorItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from './messages.ts';

/** The attached JSON of an item, or why it cannot be read and what helps. */
export async function fetchPayload(
  { url, name }: Pick<EditorItem, 'url' | 'name'>,
  signal: AbortSignal,
): Promise<{ readonly payload: unknown } | { readonly problem: string }> {
  try {
    const answer = await fetch(url, { signal, credentials: 'same-origin' });
    if (!answer.ok)
      return {
        problem: messages.fetchPayload.theDataOfCouldNot(
          name,
          (await faultOf(answer)).message || messages.fetchPayload.theStorageAnswered(answer.status),
        ),
      };
    return { payload: (await answer.json()) as unknown };
  } catch (error) {
    return {
      problem:
        error instanceof SyntaxError
          ? messages.fetchPayload.dataOfNameIsNotJson(name)
          : messages.fetchPayload.dataOfName(name),
    };
  }
}
