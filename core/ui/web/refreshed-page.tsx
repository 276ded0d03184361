import { Button, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { ErrorPanel } from './error-panel.tsx';
import { Icon } from './icon.tsx';
import { messages } from './messages.ts';
import { PageBody, PageHeader } from './page-header.tsx';

/** A page that shows the answer of one query in sections, with a button that asks again. */
export function RefreshedPage<T>({
  title,
  query,
  children,
}: {
  readonly title: string;
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}): JSX.Element {
  const { data, error, isFetching, refetch } = query;
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader title={title}>
        <Button
          variant="default"
          loading={isFetching && data !== undefined}
          leftSection={<Icon name="refresh" size={14} />}
          onClick={() => void refetch()}
        >
          {messages.refreshedPage.refresh}
        </Button>
      </PageHeader>
      <PageBody label={title}>
        {data === undefined ? <Skeleton h={400} /> : <Stack gap={32}>{children(data)}</Stack>}
      </PageBody>
    </>
  );
}
