import type { Side } from './tooltip-place.ts';
import { placeTooltip, sides } from './tooltip-place.ts';
import classes from './tooltip.module.css';

/** Milliseconds that the pointer rests on an element before its tooltip is shown. */
export const REST_MS = 400;
const ID = 'loupe-tooltip';

const marked = (target: EventTarget | null): HTMLElement | undefined =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-tooltip]') ?? undefined) : undefined;

/**
 * Shows the tooltips of a page: one at a time, after a rest of the pointer, at the focus that Tab moved, or at a tap. A
 * press, Escape or scrolling ends it. Answers what ends the watch.
 */
export function watchTooltips(page: Document): () => void {
  let thing: HTMLElement | undefined;
  let shown: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tabbed = false;
  const changes = new MutationObserver(() => follow());
  const ends = new AbortController();

  const hide = (): void => {
    clearTimeout(timer);
    changes.disconnect();
    if (shown !== undefined && thing?.getAttribute('aria-describedby') === ID)
      thing.removeAttribute('aria-describedby');
    shown?.remove();
    shown = thing = undefined;
  };
  const write = (): void => {
    if (shown === undefined || thing === undefined) return;
    const text = thing.dataset['tooltip']!;
    if (shown.textContent !== text) shown.textContent = text;
    const wished = sides.find(each => each === thing!.dataset['tooltipSide']) ?? ('top' satisfies Side);
    const { left, top } = placeTooltip(
      thing.getBoundingClientRect(),
      shown.getBoundingClientRect(),
      { width: page.documentElement.clientWidth, height: page.documentElement.clientHeight },
      wished,
    );
    Object.assign(shown.style, { left: `${left}px`, top: `${top}px` });
  };
  const follow = (): void => {
    if (thing?.isConnected !== true || thing.dataset['tooltip'] === undefined) hide();
    else write();
  };
  const show = (): void => {
    if (thing?.isConnected !== true || thing.dataset['tooltip'] === undefined) return hide();
    shown = page.createElement('div');
    shown.id = ID;
    shown.role = 'tooltip';
    shown.className = classes['tooltip']!;
    page.body.append(shown);
    // A screen reader reads the same text as its name.
    if (thing.getAttribute('aria-label') !== thing.dataset['tooltip'] && !thing.hasAttribute('aria-describedby'))
      thing.setAttribute('aria-describedby', ID);
    write();
    changes.observe(page.body, { subtree: true, childList: true, attributeFilter: ['data-tooltip'] });
  };
  const begin = (next: HTMLElement | undefined, rest: number): void => {
    if (next === thing) return;
    hide();
    thing = next;
    if (next !== undefined) timer = setTimeout(show, rest);
  };

  const on = <Name extends keyof DocumentEventMap>(name: Name, handle: (event: DocumentEventMap[Name]) => void): void =>
    page.addEventListener(name, handle, { capture: true, passive: true, signal: ends.signal });
  on('pointerover', event => {
    if (event.pointerType !== 'touch') begin(marked(event.target), REST_MS);
  });
  on('pointerout', event => {
    if (event.relatedTarget === null) hide();
  });
  on('pointerdown', () => {
    tabbed = false;
    hide();
  });
  on('click', event => {
    const next = marked(event.target);
    if (next?.dataset['tooltipTap'] === 'true') begin(next, 0);
  });
  on('keydown', event => {
    tabbed = event.key === 'Tab';
    hide();
  });
  on('focusin', event => {
    if (tabbed) begin(marked(event.target), REST_MS);
  });
  on('focusout', hide);
  on('scroll', hide);
  return () => {
    ends.abort();
    hide();
  };
}
