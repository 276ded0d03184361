import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { toastError } from '#core/ui/web/index.ts';
import classes from './code.module.css';

interface TextDifferenceProps {
  readonly language: 'json' | 'plaintext' | 'python' | 'typescript';
  readonly before: string;
  readonly after: string;
  /** Says what is compared, for assistive software. */
  readonly name: string;
  readonly beforeName: string;
  readonly afterName: string;
}

/** Two texts with their differences. */
export function TextDifference(props: TextDifferenceProps): JSX.Element {
  const { language, before, after, name, beforeName, afterName } = props;
  const host = useRef<HTMLDivElement>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    let here = true;
    let close: (() => void) | undefined;
    void import('#core/code-editor/web/index.ts')
      .then(({ openDifference }) =>
        openDifference(host.current!, { language, before, after, dark, name, beforeName, afterName }),
      )
      .then(stop => {
        if (here) close = stop;
        else stop();
      })
      .catch(toastError);
    return () => {
      here = false;
      close?.();
    };
  }, [language, before, after, dark, name, beforeName, afterName]);
  return <div ref={host} className={classes['difference']} />;
}
