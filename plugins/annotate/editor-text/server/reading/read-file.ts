import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { defaultTreeAdapter as tree, parse } from 'parse5';
import { readText } from '#plugins/workspace/items/common/index.ts';
import type { HtmlElement, HtmlNode } from '../../common/extract/html-page-text.ts';
import { htmlPageText } from '../../common/extract/html-page-text.ts';
import { PAGE_BREAK, pdfPageText } from '../../common/extract/pdf-page-text.ts';
import type { ReadKind } from '../../common/extract/reading.ts';

/**
 * Returns the text of a file, read as the editor reads it in the browser. Scripts in it do not run and nothing is
 * fetched.
 * @throws Error for a file that cannot be read
 */
export const readFileText = (kind: ReadKind, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  kind === 'pdf' ? pdfText(bytes) : Promise.resolve(htmlText(readText(bytes)));

async function pdfText(data: Uint8Array<ArrayBuffer>): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const files = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    data,
    isEvalSupported: false,
    enableXfa: false,
    stopAtErrors: false,
    useSystemFonts: false,
    verbosity: 0,
    cMapPacked: true,
    cMapUrl: join(files, 'cmaps/'),
    standardFontDataUrl: join(files, 'standard_fonts/'),
    wasmUrl: join(files, 'wasm/'),
  });
  try {
    const document = await task.promise;
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      pages.push(await pdfPageText(page));
      page.cleanup();
    }
    return pages.join(PAGE_BREAK);
  } finally {
    await task.destroy();
  }
}

/** Parsed as by a browser whose scripts are off, as in the editor. */
function htmlText(html: string): string {
  const page = parse(html, { scriptingEnabled: false });
  const root = tree.getChildNodes(page).find(tree.isElementNode);
  const body = (root === undefined ? [] : tree.getChildNodes(root)).find(
    (each): each is DefaultTreeAdapterTypes.Element =>
      tree.isElementNode(each) && ['body', 'frameset'].includes(each.tagName),
  );
  return body === undefined ? '' : htmlPageText(elementOf(body));
}

const elementOf = (element: DefaultTreeAdapterTypes.Element): HtmlElement => ({
  name: element.tagName,
  attribute: name => element.attrs.find(each => each.name === name)?.value,
  *children(): Generator<HtmlNode> {
    for (const child of element.childNodes) {
      if (tree.isTextNode(child)) yield child.value;
      else if (tree.isElementNode(child)) yield elementOf(child);
    }
  },
});
