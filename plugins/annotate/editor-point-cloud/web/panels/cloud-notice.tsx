import { Alert, Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { JobProgress, useCan, useJob } from '#core/kernel/web/index.ts';
import { toastError } from '#core/ui/web/index.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { messages } from '../messages.ts';
import classes from './cloud.module.css';

/** Why no points are shown, and what helps. */
export function CloudNotice({ editor }: { readonly editor: CloudEditor }): JSX.Element {
  const { cloud, problem } = useSnapshot(editor.cloud.state);
  const { webgl } = useSnapshot(editor.surface.state);
  const job = useJob(cloud?.job_id ?? undefined);
  const mayBuild = useCan('UploadItem');
  const ended = job?.state === 'COMPLETED' || job?.state === 'FAILED';
  useEffect(() => {
    if (ended) void editor.cloud.refresh();
  }, [ended, editor]);
  if (!webgl)
    return (
      <Alert className={classes['notice']!} color="red" role="alert" title={messages.cloudOptions.noWebgl}>
        <Text size="sm">{messages.cloudOptions.noWebglHint}</Text>
      </Alert>
    );
  if (problem !== undefined)
    return (
      <div className={classes['notice']} role="alert">
        <Text size="sm">{problem}</Text>
        <Button mt="xs" size="compact-sm" variant="default" onClick={() => void editor.cloud.refresh()}>
          {messages.cloudOptions.tryAgain}
        </Button>
      </div>
    );
  if (cloud === undefined)
    return (
      <div className={classes['notice']} role="status">
        <Text size="sm">{messages.cloudOptions.opening}</Text>
      </div>
    );
  if (cloud.state === 'failed')
    return (
      <Alert className={classes['notice']!} color="red" role="alert" title={messages.cloudOptions.failed}>
        <Text size="sm">{cloud.error}</Text>
        {mayBuild ? (
          <Button mt="xs" size="compact-sm" onClick={() => void editor.cloud.again().catch(toastError)}>
            {messages.cloudOptions.tryAgain}
          </Button>
        ) : undefined}
      </Alert>
    );
  return (
    <div className={classes['notice']} role="region" aria-label={messages.cloudOptions.building}>
      <Text size="sm" fw={600}>
        {messages.cloudOptions.building}
      </Text>
      <Text size="xs" c="var(--loupe-muted)">
        {messages.cloudOptions.buildingHint}
      </Text>
      <JobProgress job={job} />
    </div>
  );
}
