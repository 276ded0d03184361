import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { ErrorPanel } from '#core/ui/web/index.ts';

/** Shows a list that loads, failed or is empty; nothing when it has rows. */
export function ListStates({
  list,
  children,
}: {
  readonly list: UseQueryResult<readonly unknown[]>;
  /** The screen of an empty list. */
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <>
      {list.error !== null && list.data === undefined ? (
        <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
      ) : undefined}
      {list.isPending ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
      {list.data?.length === 0 ? children : undefined}
    </>
  );
}
