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

/** A text or an element of a page. Comments and the like are left out. */
export type HtmlNode = string | HtmlElement;

/** An element of a parsed page. */
export interface HtmlElement {
  /** Name in lower case. */
  readonly name: string;
  /** Returns the value of an attribute; undefined when it is absent. */
  attribute(name: string): string | undefined;
  children(): Iterable<HtmlNode>;
}

/**
 * Returns the text of the body of a page as it is read: blocks on lines of their own, rows of tables with tabs, lists
 * with bullets or numbers. Parsers that follow the HTML standard, without scripts, give the same text; what changes it
 * needs another version of readings.
 */
export function htmlPageText(body: HtmlElement): string {
  const writer = new LineWriter();
  read(body, writer, { depth: 0, lists: 0, kept: false });
  return writer.text;
}

interface Place {
  readonly depth: number;
  /** Lists around it. */
  readonly lists: number;
  /** White space is kept. */
  readonly kept: boolean;
}

/** The element around others. */
interface Parent {
  readonly name: string;
  /** Number of its next item, when it is a list with numbers. */
  number: number;
}

function read(element: HtmlElement, writer: LineWriter, place: Place): void {
  const first = Number.parseInt(element.attribute('start') ?? '', 10);
  const parent: Parent = { name: element.name, number: Number.isNaN(first) ? 1 : first };
  let isFirst = true;
  for (const child of element.children()) {
    if (typeof child === 'string') writer.write(child, place.kept);
    else {
      if (place.depth < DEEPEST) readElement(child, parent, isFirst, writer, { ...place, depth: place.depth + 1 });
      isFirst = false;
    }
  }
}

function readElement(element: HtmlElement, parent: Parent, isFirst: boolean, writer: LineWriter, place: Place): void {
  const { name } = element;
  if (unread.has(name) || element.attribute('hidden') !== undefined) return;
  if (name === 'br') {
    writer.endLine();
    return;
  }
  const isList = name === 'ul' || name === 'ol';
  const gap = isList && place.lists > 0 ? 1 : apart.has(name) ? 2 : lines.has(name) ? 1 : 0;
  if ((name === 'td' || name === 'th') && !isFirst) writer.tab();
  if (gap > 0) writer.apart(gap);
  if (name === 'li') writer.bullet(parent, place.lists);
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

  bullet(list: Parent, depth: number): void {
    if (this.#cells > 0) return;
    const number = list.number++;
    this.#begin();
    this.#text += `${'  '.repeat(Math.max(0, depth - 1))}${list.name === 'ol' ? `${number}. ` : '• '}`;
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
