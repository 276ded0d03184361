import type { JSX } from 'react';
import classes from './page.module.css';

/** A key as it is printed beside what it does. */
export function ShortcutKey({ chord }: { readonly chord: string }): JSX.Element {
  return <kbd className={classes['key']}>{chord}</kbd>;
}
