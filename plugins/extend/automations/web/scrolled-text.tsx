import type { JSX } from 'react';
import classes from './automations.module.css';

/** Data or a log as it is written. A long one scrolls, also by keys. */
export function ScrolledText({ name, text }: { readonly name: string; readonly text: string }): JSX.Element {
  return (
    <pre className={classes['json']} tabIndex={0} role="group" aria-label={name}>
      {text}
    </pre>
  );
}
