/** Widths of a tab in CSS pixels: with its title, and with its icon in place of it. */
export interface TabWidths {
  readonly full: number;
  readonly short: number;
}

/** Returns which tabs show their icon alone so that all fit into one line, the last ones first; never the open one. */
export function shortTabs(tabs: readonly TabWidths[], open: number, available: number): readonly boolean[] {
  const isShort = tabs.map(() => false);
  let width = tabs.reduce((sum, { full }) => sum + full, 0);
  for (let at = tabs.length - 1; at >= 0 && width > available; at -= 1) {
    const { full, short } = tabs[at]!;
    if (at === open || short >= full) continue;
    isShort[at] = true;
    width -= full - short;
  }
  return isShort;
}
