import { Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { JSX } from 'react';
import { JobProgress, useJob, useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, LoadingSkeleton } from '#core/ui/web/index.ts';
import { ExploreClient } from '../explore-client.ts';
import classes from '../explore.module.css';
import { messages } from '../messages.ts';

/** The project is being prepared for Explore: how far that is, and the way to begin it again when it was stopped. */
export function SyncPanel({
  projectId,
  onReady,
}: {
  readonly projectId: number;
  readonly onReady: () => void;
}): JSX.Element {
  const { searches } = useService(ExploreClient);
  const queries = useQueryClient();
  const key = ['explore', 'sync', projectId];
  const sync = useQuery({
    queryKey: key,
    queryFn: () => searches.syncProject({ query: { project_id: projectId } }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const job = useJob(sync.data?.job_id ?? undefined);
  const ready = sync.data?.state === 'ready' || job?.state === 'COMPLETED';
  const becomeReady = useEffectEvent(onReady);
  useEffect(() => {
    if (ready) becomeReady();
  }, [ready]);
  if (sync.error !== null) return <ErrorPanel error={sync.error} onRetry={() => void sync.refetch()} />;
  if (sync.data === undefined || ready)
    return <LoadingSkeleton h={120} m={20} label={messages.syncPanel.preparingTheProject} />;
  return (
    <div className={classes['sync']}>
      <Text fw={500} c="var(--loupe-text)">
        {job?.state === 'FAILED'
          ? messages.syncPanel.thisProjectIsNotPrepared
          : messages.syncPanel.preparingThisProjectForExplore}
      </Text>
      <Text size="sm">{messages.syncPanel.annotationsThatWereSavedWhile}</Text>
      <JobProgress job={job} />
      {job?.state === 'FAILED' ? (
        <Button onClick={() => void queries.resetQueries({ queryKey: key })}>{messages.syncPanel.prepare}</Button>
      ) : undefined}
    </div>
  );
}
