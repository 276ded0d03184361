import { ActionIcon, Progress } from '@mantine/core';
import type { JSX } from 'react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { KernelClient, useJob, useService } from '#core/kernel/web/index.ts';
import { Icon, toastError } from '#core/ui/web/index.ts';
import { trackingResult } from '../../common/tracking-api.ts';
import { messages } from '../messages.ts';
import classes from '../timeline/timeline.module.css';
import type { BackgroundTrack, BackgroundTracks } from './background-tracks.ts';

/** Shows the objects that the server follows, each with its progress and a way to stop it. */
export function BackgroundProgress({ background }: { readonly background: BackgroundTracks }): JSX.Element {
  const { jobs } = useSnapshot(background.state);
  return (
    <span className={classes['jobs']}>
      {jobs.map(each => (
        <JobOfTrack key={each.jobId} background={background} tracked={each as BackgroundTrack} />
      ))}
    </span>
  );
}

function JobOfTrack({
  background,
  tracked: { jobId, track },
}: {
  readonly background: BackgroundTracks;
  readonly tracked: BackgroundTrack;
}): JSX.Element {
  const { api } = useService(KernelClient);
  const job = useJob(jobId);
  useEffect(() => {
    if (job?.state === 'COMPLETED') void background.completed(jobId, trackingResult.parse(job.result));
    else if (job?.state === 'FAILED')
      background.stopped(
        jobId,
        job.cancelRequested ? undefined : (job.error?.message ?? messages.trackingProgress.itFailed),
      );
  }, [background, job, jobId]);
  const name = track.className ?? messages.timelineRow.noClass;
  const label = messages.trackingProgress.trackingInBackground(name);
  const percent = job === undefined || job.total === null ? 0 : Math.round((job.done / Math.max(1, job.total)) * 100);
  return (
    <span className={classes['tracking']} role="status" aria-label={label}>
      <span className={classes['tracked']}>{messages.trackingProgress.trackingName(name)}</span>
      <Progress w={60} flex="none" value={percent} aria-label={label} />
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={messages.trackingProgress.cancel}
        disabled={job === undefined || job.cancelRequested}
        onClick={() => void api.cancelJob({ params: { job_id: jobId } }).catch(toastError)}
      >
        <Icon name="close" size={14} />
      </ActionIcon>
    </span>
  );
}
