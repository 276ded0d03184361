import { Group, Text, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import classes from './page.module.css';

interface PageHeaderProps {
  readonly title: string;
  /** Shown muted beside the title, e.g. the number of rows. */
  readonly count?: number;
  /** Buttons at the right, the primary one last. */
  readonly children?: ReactNode;
}

/** Title row of a page; height and padding are the same everywhere. */
export function PageHeader({ title, count, children }: PageHeaderProps): JSX.Element {
  return (
    <header className={classes['header']}>
      <Group gap="sm" align="baseline" wrap="nowrap" miw={0}>
        <Title order={1} lineClamp={1}>
          {title}
        </Title>
        {count === undefined ? undefined : <Text c="var(--loupe-muted)">{count.toLocaleString('en')}</Text>}
      </Group>
      <Group gap="xs" wrap="nowrap">
        {children}
      </Group>
    </header>
  );
}

/** The scrolling part under the header. */
export function PageBody({
  children,
  flush = false,
  label,
}: {
  readonly children: ReactNode;
  readonly flush?: boolean;
  /** Names a body without controls, which then takes the focus so that the keyboard can scroll it. */
  readonly label?: string;
}): JSX.Element {
  const region = label === undefined ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 };
  return (
    <div className={flush ? classes['bodyFlush'] : classes['body']} {...region}>
      {children}
    </div>
  );
}

/** Row of search box and filters between header and body. */
export function PageToolbar({ children }: { readonly children: ReactNode }): JSX.Element {
  return (
    <div className={classes['toolbar']} role="toolbar">
      {children}
    </div>
  );
}
