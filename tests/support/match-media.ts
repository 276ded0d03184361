/** Gives a page without media queries one that answers no to all of them. */
export function stubMatchMedia(): void {
  window.matchMedia ??= media =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
}
