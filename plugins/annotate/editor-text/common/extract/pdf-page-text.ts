import type { PDFPageProxy } from 'pdfjs-dist';
import type { PlacedRun } from './page-text.ts';
import { pageText } from './page-text.ts';

/** Letters that are set as one, which nobody would find. */
const ligatures: Readonly<Record<string, string>> = {
  '\uFB00': 'ff',
  '\uFB01': 'fi',
  '\uFB02': 'fl',
  '\uFB03': 'ffi',
  '\uFB04': 'ffl',
  '\uFB05': 'st',
  '\uFB06': 'st',
};

/** A run whose letters do not stand upright: a note at the edge, the title of an axis. */
const SLANT = 0.3;

/** Line between the texts of two pages. */
export const PAGE_BREAK = '\n\f\n';

/** Returns the text of a page of a PDF in the order in which it is read; empty when there is none. */
export async function pdfPageText(page: Pick<PDFPageProxy, 'getViewport' | 'getTextContent'>): Promise<string> {
  const view = page.getViewport({ scale: 1 }).transform as readonly number[];
  // Normalising depends on the Unicode version of the browser or server; places must not.
  const { items } = await page.getTextContent({ disableNormalization: true, includeMarkedContent: false });
  const upright: PlacedRun[] = [];
  const slanted: string[] = [];
  for (const item of items) {
    if (!('str' in item)) continue;
    const text = plain(item.str);
    const [a, b, c, d, x, y] = times(view, item.transform as readonly number[]);
    if (text.trim() === '') continue;
    if (Math.abs(b!) > Math.abs(a!) * SLANT) slanted.push(text.trim());
    else
      upright.push({
        text,
        x: x!,
        y: -y!,
        width: item.width,
        size: Math.hypot(c!, d!),
        rightToLeft: item.dir === 'rtl',
      });
  }
  return [pageText(upright), slanted.join('\n')].filter(each => each !== '').join('\n\n');
}

const plain = (text: string): string =>
  text
    .replaceAll(/[\uFB00-\uFB06]/g, each => ligatures[each]!)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed();

/** One matrix after the other, each of six numbers. */
function times(one: readonly number[], other: readonly number[]): readonly number[] {
  const [a, b, c, d, e, f] = one as [number, number, number, number, number, number];
  const [g, h, i, j, k, l] = other as [number, number, number, number, number, number];
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
