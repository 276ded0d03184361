import { Button, Progress } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { messages } from '../messages.ts';
import classes from '../timeline/timeline.module.css';
import type { TrackingRun } from './tracking-run.ts';

/** Shows the progress of the tracker, with a way to cancel it; nothing while it does not run. */
export function TrackingProgress({ run }: { readonly run: TrackingRun }): JSX.Element | undefined {
  const { now } = useSnapshot(run.state);
  if (now.phase === 'idle') return undefined;
  const percent = Math.round(now.share * 100);
  return (
    <span className={classes['tracking']} role="status">
      <span>{messages.trackingProgress.tracking}</span>
      <Progress w={90} value={percent} aria-label={messages.trackingProgress.tracking} />
      <Button size="compact-xs" variant="subtle" onClick={() => run.cancel()}>
        {messages.trackingProgress.cancel}
      </Button>
    </span>
  );
}
