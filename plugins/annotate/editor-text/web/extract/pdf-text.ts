import { openPdf, UnreadablePdf } from '#plugins/annotate/editor/web/kit/pdf/index.ts';
import { PAGE_BREAK, pdfPageText } from '../../common/extract/pdf-page-text.ts';

/**
 * The text of a PDF, its pages parted by lines that are a form feed. Read in a sealed worker; `onPage` is called for
 * each page.
 * @throws UnreadablePdf with what is wrong, also where there is no text
 */
export async function pdfText(
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  onPage: (page: number, of: number) => void,
): Promise<string> {
  const { document, close } = await openPdf(bytes);
  try {
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages && !signal.aborted; number += 1) {
      onPage(number, document.numPages);
      const page = await document.getPage(number);
      pages.push(await pdfPageText(page));
      page.cleanup();
    }
    if (pages.every(each => each === ''))
      throw new UnreadablePdf(
        'This PDF has no text. It may be a scan, whose letters are pictures: read them with OCR first.',
      );
    return pages.join(PAGE_BREAK);
  } finally {
    close();
  }
}
