import type { JSX } from 'react';
import classes from './page.module.css';

interface RowCheckProps {
  readonly checked: boolean;
  /** Absent where the row itself says that it is selected; readers of the screen then pass over the box. */
  readonly label?: string;
  /** Passed to the one listener of the list, as `data-act`. */
  readonly act?: string;
}

/**
 * The box of a row of a long list: the browser's own, since hundreds come and go while one scrolls. What a click does
 * is the list's.
 */
export function RowCheck({ checked, label, act }: RowCheckProps): JSX.Element {
  return (
    <input
      type="checkbox"
      className={classes['rowCheck']}
      checked={checked}
      readOnly
      tabIndex={-1}
      data-act={act}
      {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label })}
    />
  );
}
