import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, JSX, ReactNode } from 'react';
import { Drawer } from '#core/controls/web/index.ts';
import { EmptyState, ErrorPanel } from '#core/ui/web/index.ts';
import classes from './explore.module.css';

/** Rows that are drawn while a list is read. */
const WAITING = 3;

interface ListedDrawerProps<Entry> {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Width in pixels. */
  readonly size?: number;
  readonly list: UseQueryResult<readonly Entry[]>;
  /** The entries of the list in another order. */
  readonly entries?: readonly Entry[] | undefined;
  readonly row: (entry: Entry) => ReactNode;
  readonly empty: ComponentProps<typeof EmptyState>;
  /** Buttons above the list. */
  readonly children?: ReactNode;
}

/** A drawer with a list of what is kept in a project: its error, what is drawn while it is read, and nothing yet. */
export function ListedDrawer<Entry extends { readonly id: number | string }>({
  title,
  opened,
  onClose,
  size = 420,
  list,
  entries = list.data,
  row,
  empty,
  children,
}: ListedDrawerProps<Entry>): JSX.Element {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={size} title={title}>
      {children}
      {list.error !== null && list.data === undefined ? (
        <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
      ) : undefined}
      {list.isPending && opened
        ? Array.from({ length: WAITING }, (_, each) => <Skeleton key={each} h={44} mt="xs" />)
        : undefined}
      {entries?.length === 0 ? <EmptyState {...empty} /> : undefined}
      <ul className={classes['saved']}>
        {entries?.map(each => (
          <li key={each.id} className={classes['savedRow']}>
            {row(each)}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
