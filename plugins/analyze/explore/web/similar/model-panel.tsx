import { Button, Code, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { JSX } from 'react';
import { JobProgress, useJob } from '#core/kernel/web/index.ts';
import { ErrorPanel, LoadingSkeleton } from '#core/ui/web/index.ts';
import classes from '../explore.module.css';
import { messages } from '../messages.ts';
import { useSimilarity } from './use-similarity.ts';

const INSTALL = 'npm run loupe -- models install';

interface ModelPanelProps {
  readonly projectId: number;
  /** Kind of vectors that are needed; those of pictures by default. */
  readonly of?: 'embeddings' | 'texts';
  readonly onReady: () => void;
}

/**
 * A view that needs pictures or texts compared by a model: what to install, or the job that makes the vectors and how
 * far it is.
 */
export function ModelPanel({ projectId, of = 'embeddings', onReady }: ModelPanelProps): JSX.Element {
  const { status, start } = useSimilarity(projectId);
  const model = status.data?.[of];
  const texts = of === 'texts' ? messages.modelPanel.texts : messages.modelPanel.embeddings;
  const job = useJob(model?.job_id ?? undefined);
  const ready = model?.state === 'ready' || model?.state === 'updating' || job?.state === 'COMPLETED';
  const becomeReady = useEffectEvent(onReady);
  useEffect(() => {
    if (ready) becomeReady();
  }, [ready]);
  if (status.error !== null) return <ErrorPanel error={status.error} onRetry={() => void status.refetch()} />;
  if (model === undefined || ready) return <LoadingSkeleton h={120} m={20} label={messages.shared.searching} />;
  if (model.state === 'unavailable')
    return (
      <div className={classes['sync']}>
        <Text fw={500} c="var(--loupe-text)">
          {texts.notInstalled}
        </Text>
        <Text size="sm">{messages.modelPanel.install}</Text>
        <Code>{INSTALL}</Code>
        {model.reason?.includes(INSTALL) === true ? undefined : <Text size="sm">{model.reason}</Text>}
      </div>
    );
  return (
    <div className={classes['sync']}>
      <Text fw={500} c="var(--loupe-text)">
        {texts.notCompared}
      </Text>
      <Text size="sm">{texts.explanation(model.provider ?? '')}</Text>
      {model.state === 'needed' || job?.state === 'FAILED' ? (
        <>
          {job?.state === 'FAILED' ? <JobProgress job={job} /> : undefined}
          <Text size="sm">{texts.progressOf(model.progress.done, model.progress.total)}</Text>
          <Button onClick={() => void start()}>
            {job?.state === 'FAILED' ? messages.shared.tryAgain : texts.compare}
          </Button>
        </>
      ) : (
        <JobProgress job={job} />
      )}
    </div>
  );
}
