/** Elements that people do not read, or that run. */
const unread: ReadonlySet<string> = new Set([
  'head',
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'svg',
  'math',
  'canvas',
  'audio',
  'video',
  'select',
  'datalist',
  'textarea',
  'input',
  'meta',
  'link',
  'title',
  'base',
]);
/** An empty line before and after. */
const apart: ReadonlySet<string> = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'dl',
  'figure',
  'table',
  'ul',
  'ol',
  'hr',
  'fieldset',
]);
/** A line of its own. */
const lines: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'body',
  'caption',
  'center',
  'dd',
  'details',
  'dialog',
  'div',
  'dt',
  'figcaption',
  'footer',
  'form',
  'header',
  'hgroup',
  'legend',
  'li',
  'main',
  'menu',
  'nav',
  'search',
  'section',
  'summary',
  'tbody',
  'tfoot',
  'thead',
  'tr',
]);

/** Deeper ones are read without what is in them: no page needs them. */
const DEEPEST = 400;

/**
 * The text of a page as it is read: blocks on lines of their own, rows of tables with tabs, lists with bullets or
 * numbers. Nothing of it runs and nothing is fetched. The same page gives the same text in any browser; what changes it
 * needs another version of readings.
 */
export function htmlText(html: string): string {
  // A document made this way neither runs scripts nor loads anything.
  const page = new DOMParser().parseFromString(html, 'text/html');
  const writer = new LineWriter();
  read(page.body, writer, { depth: 0, lists: 0, kept: false });
  return writer.text;
}

interface Place {
  readonly depth: number;
  /** Lists around it. */
  readonly lists: number;
  /** White space is kept. */
  readonly kept: boolean;
}

function read(node: Node, writer: LineWriter, place: Place): void {
  for (const child of node.childNodes) {
    if (child instanceof Text) writer.write(child.data, place.kept);
    else if (child instanceof Element && place.depth < DEEPEST)
      readElement(child, writer, { ...place, depth: place.depth + 1 });
  }
}

function readElement(element: Element, writer: LineWriter, place: Place): void {
  const name = element.localName;
  if (unread.has(name) || element.hasAttribute('hidden')) return;
  if (name === 'br') {
    writer.endLine();
    return;
  }
  const isList = name === 'ul' || name === 'ol';
  const gap = isList && place.lists > 0 ? 1 : apart.has(name) ? 2 : lines.has(name) ? 1 : 0;
  if ((name === 'td' || name === 'th') && element.previousElementSibling !== null) writer.tab();
  if (gap > 0) writer.apart(gap);
  if (name === 'li') writer.bullet(element, place.lists);
  if (name === 'td' || name === 'th') writer.inCell(() => read(element, writer, place));
  else read(element, writer, { ...place, lists: place.lists + (isList ? 1 : 0), kept: place.kept || name === 'pre' });
  if (name === 'li') writer.endItem();
  if (gap > 0) writer.apart(gap);
}

/** Puts words on lines: white space runs together, gaps between blocks do not add up. */
class LineWriter {
  #text = '';
  /** Line ends before the next word. */
  #gap = 0;
  #blank = false;
  #cells = 0;
  /** The first words of an item of a list are beside its bullet, whatever they are in. */
  #bulleted = false;
  /** Number of the next item of a list. */
  readonly #numbers = new WeakMap<Element, number>();

  get text(): string {
    return this.#text.toWellFormed();
  }

  write(words: string, kept: boolean): void {
    if (kept && this.#cells === 0) {
      const text = words.replaceAll(/[\0\f]/g, ' ');
      if (text === '') return;
      this.#begin();
      this.#text += text;
      return;
    }
    for (const [at, word] of words.split(/[ \t\n\r\f\0]+/).entries()) {
      if (at > 0) this.#blank = true;
      if (word === '') continue;
      this.#begin();
      this.#text += word;
    }
  }

  endLine(): void {
    if (this.#cells > 0) this.#blank = true;
    else {
      this.#blank = false;
      this.#gap = this.#text === '' ? 0 : this.#gap + 1;
    }
  }

  apart(lineEnds: number): void {
    if (this.#bulleted) return;
    if (this.#cells > 0) this.#blank = true;
    else {
      this.#blank = false;
      this.#gap = Math.max(this.#gap, lineEnds);
    }
  }

  tab(): void {
    if (this.#cells > 0) this.#blank = true;
    else {
      this.#begin();
      this.#blank = false;
      this.#text += '\t';
    }
  }

  bullet(item: Element, depth: number): void {
    if (this.#cells > 0) return;
    const list = item.parentElement;
    const first = Number.parseInt(list?.getAttribute('start') ?? '', 10);
    const number = (list === null ? undefined : this.#numbers.get(list)) ?? (Number.isNaN(first) ? 1 : first);
    if (list !== null) this.#numbers.set(list, number + 1);
    this.#begin();
    this.#text += `${'  '.repeat(Math.max(0, depth - 1))}${list?.localName === 'ol' ? `${number}. ` : '• '}`;
    this.#bulleted = true;
  }

  /** Of an item without words, the bullet is all. */
  endItem(): void {
    this.#bulleted = false;
  }

  /** A cell is one line whatever is in it. */
  inCell(read: () => void): void {
    this.#blank = false;
    this.#cells += 1;
    read();
    this.#cells -= 1;
    this.#blank = false;
  }

  #begin(): void {
    if (this.#gap > 0 && this.#text !== '')
      this.#text = `${this.#text.replace(/[ \n]+$/, '')}${'\n'.repeat(this.#gap)}`;
    else if (this.#blank && !/[\s]$/.test(this.#text) && this.#text !== '') this.#text += ' ';
    this.#gap = 0;
    this.#blank = false;
    this.#bulleted = false;
  }
}
