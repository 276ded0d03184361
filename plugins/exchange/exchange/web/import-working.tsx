import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { JobView } from '#core/kernel/common/index.ts';
import { fileSize } from '#core/ui/web/index.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { importStates } from '../common/import-api.ts';
import { messages } from './messages.ts';

/** Returns what the job of an import does. */
const activityOf = (status: number | undefined): string =>
  status === importStates.running
    ? messages.importWorking.importing
    : status === importStates.undoing
      ? messages.importWorking.undoing
      : messages.importWorking.checking;

/** Progress of an import, with a way to stop it. */
export function ImportWorking({
  record,
  job,
  onCancel,
}: {
  readonly record: ImportRecord | undefined;
  readonly job: JobView | undefined;
  readonly onCancel: () => void;
}): JSX.Element {
  const known = job !== undefined && job.total !== null && job.total > 0;
  return (
    <Stack gap="sm">
      <Text>
        {activityOf(record?.status)} {record === undefined ? '' : `${record.name} (${fileSize(record.size)})`}
      </Text>
      <Progress
        aria-label={messages.importWorking.progress}
        size="sm"
        value={known ? (job.done / job.total!) * 100 : 100}
        animated={!known}
      />
      <Group justify="space-between">
        <Text size="sm" c="var(--loupe-muted)">
          {known ? messages.importWorking.doneOf(job.done.toLocaleString('en'), job.total!.toLocaleString('en')) : ''}
        </Text>
        <Button variant="default" disabled={job?.cancelRequested === true} onClick={onCancel}>
          {job?.cancelRequested === true ? messages.shared.stopping : messages.shared.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
