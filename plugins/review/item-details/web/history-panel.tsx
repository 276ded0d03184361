import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { ErrorPanel, LoadingSkeleton, longDate } from '#core/ui/web/index.ts';
import type { AnnotationVersion } from '#plugins/annotate/annotations/common/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { happenings } from '../common/happenings.ts';
import { historyText } from '../common/history-text.ts';
import classes from './item-page.module.css';
import { ItemPageClient } from './item-page-client.ts';
import { messages } from './messages.ts';

const PAGE = 100;

/**
 * Lists the events in the life of an item with author and time: statuses, approval, assignments, and stored versions.
 */
export function HistoryPanel({
  projectId,
  itemId,
  versions,
}: {
  readonly projectId: number;
  readonly itemId: number;
  readonly versions: readonly AnnotationVersion[];
}): JSX.Element {
  const client = useService(ItemPageClient);
  const addressOf = useAddressOf();
  const statuses = useStatuses(projectId);
  const history = useInfiniteQuery({
    queryKey: ['item-details', 'history', projectId, itemId],
    queryFn: ({ pageParam }) =>
      client.history.getItemHistory({
        params: { project_id: projectId, item_id: itemId },
        query: { offset: pageParam, limit: PAGE },
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.count ? pages.length * PAGE : undefined),
  });
  if (history.error !== null) return <ErrorPanel error={history.error} onRetry={() => void history.refetch()} />;
  if (history.data === undefined) return <LoadingSkeleton h={120} label={messages.historyPanel.loadingHistory} />;
  const words = {
    status: (value: number) => (statuses.find(each => each.value === value) ?? itemStatusOf(value)).title,
    role: projectRoleLabel,
  };
  const lines = happenings(
    history.data.pages.flatMap(page => page.data),
    versions,
  );
  if (lines.length === 0) return <Text c="var(--loupe-muted)">{messages.historyPanel.nothingHappenedYet}</Text>;
  return (
    <>
      <ol className={classes['list']} aria-label={messages.shared.history}>
        {lines.map(each => (
          <li
            key={each.entry === undefined ? `version ${each.version.revision}` : each.entry.id}
            className={classes['entry']}
          >
            <div>
              {each.entry === undefined
                ? messages.historyPanel.annotationsSaved(each.version.revision, each.version.instanceCount)
                : historyText(each.entry, words)}
            </div>
            <div className={classes['muted']}>
              {each.by ? addressOf(each.by) : messages.historyPanel.somebody} ·{' '}
              <time dateTime={each.at}>{longDate(each.at)}</time>
            </div>
          </li>
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button
          variant="default"
          mt="sm"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {messages.historyPanel.showOlder}
        </Button>
      ) : undefined}
    </>
  );
}
