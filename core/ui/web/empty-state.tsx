import { Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './page.module.css';

/** One sentence and one button: "nothing yet" and "nothing matches" are different texts. */
export function EmptyState({
  icon = 'folder',
  text,
  children,
}: {
  readonly icon?: string;
  readonly text: string;
  readonly children?: ReactNode;
}): JSX.Element {
  return (
    <div className={classes['empty']}>
      <span className={classes['emptyIcon']}>
        <Icon name={icon} size={36} />
      </span>
      <Text>{text}</Text>
      {children}
    </div>
  );
}
