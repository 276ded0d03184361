import type { KeyboardEvent } from 'react';

/** 1…9 choose the option with that number while the choice has the keyboard. */
export const digitChoice =
  (count: number, choose: (place: number) => void) =>
  (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
    const place = Number(event.key) - 1;
    if (place >= count) return;
    event.preventDefault();
    event.stopPropagation();
    choose(place);
  };
