import { useEffect, useEffectEvent } from 'react';

/** Closes each open dialog and drawer, the topmost last. */
const open: (() => void)[] = [];

interface EscapedDialog {
  readonly opened: boolean;
  readonly closeOnEscape?: boolean | undefined;
  readonly onClose: () => void;
}

/**
 * Closes a dialog by Escape while no other one is above it. Mantine's own would close all that are open with one press.
 */
export function useCloseByEscape({ opened, closeOnEscape = true, onClose }: EscapedDialog): void {
  const close = useEffectEvent(() => {
    if (closeOnEscape) onClose();
  });
  useEffect(() => {
    if (!opened) return undefined;
    const own = (): void => close();
    if (open.length === 0) window.addEventListener('keydown', pressed, { capture: true });
    open.push(own);
    return () => {
      open.splice(open.indexOf(own), 1);
      if (open.length === 0) window.removeEventListener('keydown', pressed, { capture: true });
    };
  }, [opened]);
}

function pressed(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  // Mantine's mark of a control that is open itself, such as a select: it closes first.
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  open.at(-1)?.();
}
