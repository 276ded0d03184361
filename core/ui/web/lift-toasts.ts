import { toastBottom } from './toast-place.ts';

const CONTROLS =
  'button, a[href], input, textarea, select, [role="button"], [role="slider"], [role="tab"], [contenteditable="true"]';
/** The largest toast, pixels. */
const WIDTH = 440;
const HEIGHT = 60;

/** Moves the place of toasts, the middle of the lower edge, above the controls that are there now. */
export function liftToasts(): void {
  const middle = window.innerWidth / 2;
  const extents = [...document.querySelectorAll(CONTROLS)].flatMap(control => {
    if (control.closest('.mantine-Notifications-root') !== null) return [];
    const { left, right, top, bottom, width } = control.getBoundingClientRect();
    const isBeside = right <= middle - WIDTH / 2 || left >= middle + WIDTH / 2;
    return width === 0 || isBeside ? [] : [{ top, bottom }];
  });
  document.documentElement.style.setProperty(
    '--loupe-toast-bottom',
    `${toastBottom(extents, HEIGHT, window.innerHeight)}px`,
  );
}
