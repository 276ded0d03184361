import { faultOf } from '#core/api/web/index.ts';
import type { EditorItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { codePointCount, readText, UnreadableText } from '#plugins/workspace/items/common/index.ts';
import type { Reading, ReadKind } from '../common/extract/reading.ts';
import { readingVersions, readKindOf, textDigest } from '../common/extract/reading.ts';
import { messages } from './messages.ts';

/** A text, and how it was read out of its file where that is no text itself. */
export interface FetchedText {
  readonly text: string;
  readonly reading?: Reading;
}

/**
 * The text of an item, or why it cannot be shown and what helps. `onPage` is called for the pages of a PDF as they are
 * read.
 */
export async function fetchText(
  { url, name }: Pick<EditorItem, 'url' | 'name'>,
  signal: AbortSignal,
  onPage: (page: number, of: number) => void = () => undefined,
): Promise<FetchedText | { readonly problem: string }> {
  if (url === '') return { problem: messages.fetchText.nameWasNotFoundInStorage(name) };
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const answer = await fetch(url, { signal, credentials: 'same-origin' });
    if (answer.status === 404 || answer.status === 410)
      return { problem: messages.fetchText.nameWasNotFoundInStorageStatus(name, answer.status) };
    if (!answer.ok)
      return {
        problem: messages.fetchText.couldNotBeLoaded(
          name,
          (await faultOf(answer)).message || messages.fetchText.theStorageAnswered(answer.status),
        ),
      };
    bytes = new Uint8Array(await answer.arrayBuffer());
  } catch {
    return { problem: messages.fetchText.nameCouldNotBeLoaded(name) };
  }
  try {
    const kind = readKindOf(name, bytes);
    if (kind === undefined) return { text: readText(bytes) };
    const text =
      kind === 'pdf'
        ? await (await import('./extract/pdf-text.ts')).pdfText(bytes, signal, onPage)
        : (await import('./extract/html-text.ts')).htmlText(readText(bytes));
    return text === ''
      ? { problem: messages.fetchText.nameThisPageHasNoText(name) }
      : { text, reading: readingOfText(kind, text) };
  } catch (error) {
    return {
      problem: `${name}: ${error instanceof UnreadableText || isUnreadable(error) ? error.message : messages.fetchText.itCouldNotBeRead}`,
    };
  }
}

const readingOfText = (of: ReadKind, text: string): Reading => ({
  of,
  version: readingVersions[of],
  digest: textDigest(text),
  length: codePointCount(text),
});

/** Detected by its name, so that the reader of PDFs is loaded with the first PDF only. */
const isUnreadable = (error: unknown): error is Error => error instanceof Error && error.name === 'UnreadablePdf';
