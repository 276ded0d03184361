import { Button, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { JSX } from 'react';
import { JobProgress, useJob } from '#core/kernel/web/index.ts';
import { ErrorPanel, LoadingSkeleton } from '#core/ui/web/index.ts';
import classes from '../explore.module.css';
import { messages } from '../messages.ts';
import { useSimilarity } from '../similar/use-similarity.ts';

interface MeasurePanelProps {
  readonly projectId: number;
  readonly onReady: () => void;
}

/** The pictures are not measured yet: starts the job, shows how far it is, and runs the query again at its end. */
export function MeasurePanel({ projectId, onReady }: MeasurePanelProps): JSX.Element {
  const { status, start } = useSimilarity(projectId);
  const job = useJob(status.data?.job_id ?? undefined);
  const ready = status.data?.state === 'ready' || job?.state === 'COMPLETED';
  const becomeReady = useEffectEvent(onReady);
  useEffect(() => {
    if (ready) becomeReady();
  }, [ready]);
  if (status.error !== null) return <ErrorPanel error={status.error} onRetry={() => void status.refetch()} />;
  if (status.data === undefined || ready) return <LoadingSkeleton h={120} m={20} label={messages.shared.searching} />;
  const { progress, state } = status.data;
  const failed = job?.state === 'FAILED';
  return (
    <div className={classes['sync']}>
      <Text fw={500} c="var(--loupe-text)">
        {messages.measurePanel.notMeasured}
      </Text>
      <Text size="sm">{messages.measurePanel.explanation}</Text>
      {state === 'needed' || failed ? (
        <>
          {failed ? <JobProgress job={job} /> : undefined}
          <Text size="sm">{messages.measurePanel.progressOf(progress.done, progress.total)}</Text>
          <Button onClick={() => void start()}>
            {failed ? messages.shared.tryAgain : messages.measurePanel.measure}
          </Button>
        </>
      ) : (
        <JobProgress job={job} />
      )}
    </div>
  );
}
