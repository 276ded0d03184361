import { useEffect, useState } from 'react';
import { matches, parseShortcut } from '#core/shortcuts/common/index.ts';
import { isTyping } from '#core/shortcuts/web/index.ts';

const PALETTE = parseShortcut('Ctrl+K');
const SHEET = [parseShortcut('?'), parseShortcut('Ctrl+/')];
const SEARCH = parseShortcut('/');

/**
 * Keys of the shell itself: Ctrl+K palette, ? shortcuts, / search box of the page. A page that fills the window has the
 * `palette` only; the others are its own.
 */
export function useFrameKeys(only?: 'palette'): {
  readonly palette: boolean;
  readonly sheet: boolean;
  readonly openPalette: () => void;
  readonly openSheet: () => void;
  readonly close: () => void;
} {
  const [open, setOpen] = useState<'palette' | 'sheet'>();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (matches(PALETTE, event)) {
        event.preventDefault();
        setOpen('palette');
        return;
      }
      if (only === 'palette' || isTyping(event.target)) return;
      if (SHEET.some(each => matches(each, event))) {
        event.preventDefault();
        setOpen('sheet');
      } else if (matches(SEARCH, event)) {
        const box = document.querySelector<HTMLInputElement>('[data-search-box]');
        if (box === null) return;
        event.preventDefault();
        box.focus();
        box.select();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [only]);
  return {
    palette: open === 'palette',
    sheet: open === 'sheet',
    openPalette: () => setOpen('palette'),
    openSheet: () => setOpen('sheet'),
    close: () => setOpen(undefined),
  };
}
