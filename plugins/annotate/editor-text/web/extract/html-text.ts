import type { HtmlElement, HtmlNode } from '../../common/extract/html-page-text.ts';
import { htmlPageText } from '../../common/extract/html-page-text.ts';

/** Returns the text of a page as it is read. Nothing of it runs and nothing is fetched. */
export function htmlText(html: string): string {
  // A document made this way neither runs scripts nor loads anything.
  return htmlPageText(elementOf(new DOMParser().parseFromString(html, 'text/html').body));
}

const elementOf = (element: Element): HtmlElement => ({
  name: element.localName,
  attribute: name => element.getAttribute(name) ?? undefined,
  *children(): Generator<HtmlNode> {
    for (const child of element.childNodes) {
      if (child instanceof Text) yield child.data;
      else if (child instanceof Element) yield elementOf(child);
    }
  },
});
