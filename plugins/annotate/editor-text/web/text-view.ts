import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/react-virtual';
import type { Disposable } from '#core/base/common/index.ts';
import type { Stretch } from '../common/snap-selection.ts';
import { caretAt } from './caret-at.ts';
import type { TextBlocks } from '../common/text-blocks.ts';
import { blockStretch } from '../common/text-blocks.ts';
import { lineAt } from '../common/text-lines.ts';
import classes from './text.module.css';
import { messages } from './messages.ts';

/** A box in the content of a view, in CSS pixels from its top left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface TextViewOptions {
  /** Fills the element of a block. Each text is in an element with its first UTF-16 unit in `data-at`. */
  readonly paint: (block: number, element: HTMLElement) => void;
  /** Other blocks are there, or they moved. */
  readonly onLayout: () => void;
  readonly onScroll: () => void;
}

/** A long text, of which only the blocks near the screen are laid out. Places are UTF-16 units of the text. */
export class TextView implements Disposable {
  /** Takes the keyboard and scrolls. */
  readonly surface = document.createElement('div');
  /** As tall as the whole text; what is drawn over it is put in here. */
  readonly content = document.createElement('div');
  readonly #lines = document.createElement('div');
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  readonly #shown = new Map<number, HTMLElement>();
  readonly #stop: () => void;
  #frame: number | undefined;
  #width = 0;
  /** CSS pixels. */
  #letters = 15;

  constructor(
    host: HTMLElement,
    readonly text: string,
    readonly blocks: TextBlocks,
    private readonly options: TextViewOptions,
  ) {
    this.surface.className = classes['surface']!;
    this.surface.tabIndex = 0;
    this.surface.setAttribute('role', 'application');
    this.surface.setAttribute('aria-label', messages.textView.text);
    this.content.className = classes['content']!;
    this.#lines.className = classes['lines']!;
    this.#lines.setAttribute('role', 'document');
    this.content.append(this.#lines);
    this.surface.append(this.content);
    host.append(this.surface);
    this.#virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
      count: blocks.starts.length,
      getScrollElement: () => this.surface,
      estimateSize: block => this.#estimate(block),
      overscan: 12,
      observeElementRect: (instance, changed) =>
        observeElementRect(instance, rect => {
          changed(rect);
          if (rect.width === this.#width) return;
          this.#width = rect.width;
          this.#virtualizer.measure();
        }),
      observeElementOffset,
      scrollToFn: elementScroll,
      onChange: () => this.requestRender(),
    });
    this.#stop = this.#virtualizer._didMount();
    this.#virtualizer._willUpdate();
    this.surface.addEventListener('scroll', options.onScroll, { passive: true });
    this.#render();
  }

  /** The blocks that are laid out now. */
  get shown(): ReadonlyMap<number, HTMLElement> {
    return this.#shown;
  }

  requestRender(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#render();
    });
  }

  /** Paints blocks again, all that are laid out when none are named. */
  repaint(blocks: Iterable<number> = this.#shown.keys()): void {
    for (const block of blocks) {
      const element = this.#shown.get(block);
      if (element !== undefined) this.options.paint(block, element);
    }
    this.options.onLayout();
  }

  /** Gives letters another size, in CSS pixels. */
  resize(letters: number): void {
    this.#letters = letters;
    this.surface.style.fontSize = `${letters}px`;
    this.#virtualizer.measure();
    this.requestRender();
  }

  blockAt(place: number): number {
    return lineAt(this.blocks.starts, place);
  }

  /** Returns the range of the block's text, without its line end. */
  stretchOf(block: number): Stretch {
    return blockStretch(this.text, this.blocks, block);
  }

  /** The place between two characters that is nearest to a point of the window; undefined where there is no text. */
  placeAt(x: number, y: number): number | undefined {
    const caret = caretAt(x, y);
    const element =
      caret === undefined ? null : caret.node instanceof HTMLElement ? caret.node : caret.node.parentElement;
    const segment = element?.closest<HTMLElement>('[data-at]');
    if (caret !== undefined && segment !== null && segment !== undefined && this.content.contains(segment))
      return Number(segment.dataset['at']) + (caret.node instanceof Text ? caret.offset : 0);
    return this.#besides(x, y);
  }

  /** The begin of the first block that is in the window. */
  placeAtTop(): number {
    const { top } = this.surface.getBoundingClientRect();
    const inWindow = [...this.#shown].filter(([, element]) => element.getBoundingClientRect().bottom > top + 1);
    return Math.min(this.text.length, ...inWindow.map(([block]) => this.blocks.starts[block]!));
  }

  /** The character under a point of the window. */
  characterAt(x: number, y: number): number | undefined {
    const place = this.placeAt(x, y);
    if (place === undefined || place === 0) return place;
    const before = this.#rects({ start: place - 1, end: place }).some(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    );
    return before ? place - 1 : place;
  }

  /** The boxes of a stretch, line by line; only of what is laid out. */
  boxesOf(stretch: Stretch): readonly Box[] {
    const origin = this.content.getBoundingClientRect();
    return this.#rects(stretch).map(({ left, top, width, height }) => ({
      left: left - origin.left,
      top: top - origin.top,
      width,
      height,
    }));
  }

  /** Brings a place into view, in the middle when it was not. */
  reveal(place: number): void {
    const block = this.blockAt(place);
    if (this.#isInView(place)) return;
    this.#virtualizer.scrollToIndex(block, { align: 'center' });
    this.#render();
    // A block may be taller than the window.
    requestAnimationFrame(() => {
      const [box] = this.boxesOf({ start: place, end: Math.min(this.text.length, place + 1) });
      if (box !== undefined && !this.#isInView(place)) this.surface.scrollTop = box.top - this.surface.clientHeight / 2;
    });
  }

  /** Returns the place a line above or below another, nearest to `x` in the window; undefined beyond the text. */
  lineBeside(
    place: number,
    down: boolean,
    x: number | undefined,
  ): { readonly place: number; readonly x: number } | undefined {
    this.reveal(Math.min(place, Math.max(0, this.text.length - 1)));
    const caret = this.#caretBox(place);
    if (caret === undefined) return undefined;
    const column = x ?? caret.left;
    const surface = this.surface.getBoundingClientRect();
    // The next line must be in the window, since places are found by points of it.
    const space = caret.height * 5;
    if (down ? caret.bottom + space > surface.bottom : caret.top - space < surface.top) {
      const before = this.surface.scrollTop;
      this.surface.scrollTop += down ? space : -space;
      const moved = this.surface.scrollTop - before;
      caret.y -= moved;
    }
    for (let step = 1; step <= 8; step += 1) {
      const y = down ? caret.bottom + (step * caret.height) / 2 : caret.top - (step * caret.height) / 2;
      const found = this.placeAt(column, y);
      const box = found === undefined || found === place ? undefined : this.#caretBox(found);
      if (found !== undefined && box !== undefined && (down ? box.top >= caret.bottom : box.bottom <= caret.top))
        return { place: found, x: column };
    }
    return undefined;
  }

  dispose(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#stop();
    this.surface.removeEventListener('scroll', this.options.onScroll);
    this.surface.remove();
  }

  #render(): void {
    const items = this.#virtualizer.getVirtualItems();
    const wanted = new Set(items.map(each => each.index));
    for (const [block, element] of this.#shown) {
      if (wanted.has(block)) continue;
      element.remove();
      this.#shown.delete(block);
    }
    this.#virtualizer.measureElement(null);
    let before: Element | null = null;
    const fresh: HTMLElement[] = [];
    for (const { index } of items) {
      let element = this.#shown.get(index);
      if (element === undefined) {
        element = this.#make(index);
        fresh.push(element);
      }
      const next: Element | null = before === null ? this.#lines.firstElementChild : before.nextElementSibling;
      if (next !== element) this.#lines.insertBefore(element, next);
      before = element;
    }
    for (const element of fresh) this.#virtualizer.measureElement(element);
    const [first] = this.#virtualizer.getVirtualItems();
    this.#lines.style.transform = `translateY(${first?.start ?? 0}px)`;
    this.content.style.height = `${this.#virtualizer.getTotalSize()}px`;
    this.options.onLayout();
  }

  #make(block: number): HTMLElement {
    const element = document.createElement('div');
    element.className = classes['block']!;
    element.dir = 'auto';
    element.dataset['index'] = String(block);
    const line = this.blocks.lineNumbers[block]!;
    if (line > 0) element.dataset['line'] = line.toLocaleString('en');
    this.#shown.set(block, element);
    this.options.paint(block, element);
    return element;
  }

  /** Height in CSS pixels as far as it is known before it is laid out. */
  #estimate(block: number): number {
    const { start, end } = this.stretchOf(block);
    const inLine = Math.max(20, (Math.min(this.#width || 900, 980) - 100) / (this.#letters * 0.5));
    return Math.max(1, Math.ceil((end - start) / inLine)) * this.#letters * 1.7;
  }

  /** Beside and below the text: the end or the begin of the line that is nearest. */
  #besides(x: number, y: number): number | undefined {
    for (const [block, element] of this.#shown) {
      const { top, bottom } = element.getBoundingClientRect();
      if (y < top || y >= bottom) continue;
      const { start, end } = this.stretchOf(block);
      const { left, width } = element.getBoundingClientRect();
      const atRight = x > left + width / 2;
      return atRight === (getComputedStyle(element).direction === 'ltr') ? end : start;
    }
    return undefined;
  }

  #rects({ start, end }: Stretch): readonly DOMRect[] {
    const rects: DOMRect[] = [];
    for (let block = this.blockAt(start); block <= this.blockAt(Math.max(start, end - 1)); block += 1) {
      const element = this.#shown.get(block);
      for (const segment of element?.querySelectorAll<HTMLElement>('[data-at]') ?? []) {
        const at = Number(segment.dataset['at']);
        const node = segment.firstChild;
        if (!(node instanceof Text) || at >= end || at + node.data.length <= start) continue;
        const range = document.createRange();
        range.setStart(node, Math.max(0, start - at));
        range.setEnd(node, Math.min(node.data.length, end - at));
        rects.push(...range.getClientRects());
      }
    }
    return rects;
  }

  /** Returns the caret box in the window: before its character, else after the previous one or in its empty line. */
  #caretBox(place: number): DOMRect | undefined {
    const [own] = this.#rects({ start: place, end: place + 1 });
    if (own !== undefined) return new DOMRect(own.left, own.top, 0, own.height);
    const block = this.blockAt(place);
    const before =
      place > this.stretchOf(block).start ? this.#rects({ start: place - 1, end: place }).at(-1) : undefined;
    if (before !== undefined) return new DOMRect(before.right, before.top, 0, before.height);
    const line = this.#shown.get(block)?.getBoundingClientRect();
    return line === undefined ? undefined : new DOMRect(line.left, line.top + line.height / 4, 0, line.height / 2);
  }

  #isInView(place: number): boolean {
    const { top, bottom } = this.surface.getBoundingClientRect();
    const [rect] = this.#rects({ start: place, end: Math.min(this.text.length, place + 1) });
    return rect !== undefined && rect.top >= top + 8 && rect.bottom <= bottom - 8;
  }
}
