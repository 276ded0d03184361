import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { toastError } from '#core/ui/web/index.ts';
import type { JobView } from '../common/index.ts';
import { KernelClient } from './kernel-client.ts';
import { messages } from './messages.ts';
import { useService } from './plugin-scope.tsx';

/** Shows the progress of a job, with a way to stop it; when it failed, why. Closing its container stops nothing. */
export function JobProgress({ job }: { readonly job: JobView | undefined }): JSX.Element | undefined {
  const { api } = useService(KernelClient);
  if (job?.state === 'FAILED')
    return (
      <Alert color="red" p="xs" role="alert">
        {job.error?.message ?? messages.jobProgress.itFailed} {job.text ?? ''}
      </Alert>
    );
  if (job?.state === 'COMPLETED') return undefined;
  const total = job?.total ?? null;
  return (
    <Stack gap={6}>
      <Progress
        aria-label={messages.jobProgress.progress}
        value={job === undefined || total === null || total === 0 ? 100 : (job.done / total) * 100}
        animated={total === null}
        size="sm"
      />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {job === undefined || job.state === 'NOT_STARTED'
            ? messages.jobProgress.waitingToBegin
            : (job.text ??
              (total === null
                ? messages.jobProgress.working
                : messages.jobProgress.doneOf(job.done.toLocaleString('en'), total.toLocaleString('en'))))}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          disabled={job === undefined || job.cancelRequested}
          onClick={() => void api.cancelJob({ params: { job_id: job!.id } }).catch(toastError)}
        >
          {job?.cancelRequested === true ? messages.jobProgress.stopping : messages.jobProgress.stop}
        </Button>
      </Group>
      <Text size="xs" c="var(--loupe-muted)">
        {messages.jobProgress.youCanCloseThis}
      </Text>
    </Stack>
  );
}
