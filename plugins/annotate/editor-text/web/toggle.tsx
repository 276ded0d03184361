import type { JSX, ReactNode } from 'react';
import classes from './text.module.css';

/** A button of the strip; with `pressed` one that stays in. */
export function Toggle({
  label,
  pressed,
  disabled = false,
  onClick,
  children,
}: {
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <button
      type="button"
      className={classes['toggle']}
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={event => {
        onClick();
        event.currentTarget.blur();
      }}
    >
      {children}
    </button>
  );
}
