import type { JSX } from 'react';
import classes from '../analytics.module.css';

/** A share of 0 to 1 as a bar; the number is in the row as well. */
export function ShareBar({ share, color }: { readonly share: number; readonly color: string }): JSX.Element {
  return (
    <span className={classes['track']} aria-hidden>
      <span
        className={classes['bar']}
        style={{ width: `${share * 100}%`, background: color, visibility: share === 0 ? 'hidden' : 'visible' }}
      />
    </span>
  );
}
