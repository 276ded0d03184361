import type { JSX } from 'react';
import classes from './page.module.css';

/** A coloured dot and a word: status, role or state. The colour never says it alone. */
export function StatusChip({ label, color }: { readonly label: string; readonly color: string }): JSX.Element {
  return (
    <span className={classes['chip']}>
      <span className={classes['dot']} style={{ background: color }} />
      {label}
    </span>
  );
}
