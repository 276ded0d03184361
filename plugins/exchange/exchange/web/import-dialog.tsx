import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import type { JobView } from '#core/kernel/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, errorText, fileSize, Modal, toastError } from '#core/ui/web/index.ts';
import type { ImportReading, ImportRecord } from '../common/import-api.ts';
import { importStates } from '../common/import-api.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { DropTarget } from './kit/drop-target.tsx';
import { ReadAs } from './read-as.tsx';
import { TransferClient } from './transfer-client.ts';
import { TransferDialogs } from './transfer-dialogs.ts';

/** Asks for a file, shows what importing it would do, and does it. Closing it stops nothing that runs. */
export function ImportDialog({
  projectId,
  jobs,
}: {
  readonly projectId: number;
  readonly jobs: ReadonlyMap<string, JobView>;
}): JSX.Element {
  const dialogs = useService(TransferDialogs);
  const { importing } = useSnapshot(dialogs.state);
  const [importId, setImportId] = useState<number>();
  const close = (): void => {
    dialogs.import(undefined);
    setImportId(undefined);
  };
  return (
    <Modal opened={importing === projectId} onClose={close} title="Import annotations" size="lg">
      {importId === undefined ? (
        <Pick projectId={projectId} onSent={setImportId} />
      ) : (
        <Follow
          projectId={projectId}
          importId={importId}
          jobs={jobs}
          onAgain={() => setImportId(undefined)}
          onClose={close}
        />
      )}
    </Modal>
  );
}

function Pick({
  projectId,
  onSent,
}: {
  readonly projectId: number;
  readonly onSent: (id: number) => void;
}): JSX.Element {
  const { imports } = useService(TransferClient);
  const [sending, setSending] = useState<{ readonly name: string; readonly share: number }>();
  const [problem, setProblem] = useState<string>();
  const abort = useRef<AbortController>(undefined);

  const send = async (file: File | null | undefined): Promise<void> => {
    if (file === null || file === undefined) return;
    abort.current = new AbortController();
    setProblem(undefined);
    setSending({ name: file.name, share: 0 });
    try {
      const { id } = await imports.uploadImport({
        params: { project_id: projectId },
        query: { name: file.name },
        body: file,
        signal: abort.current.signal,
        onProgress: (sent, total) => setSending({ name: file.name, share: sent / Math.max(1, total) }),
      });
      onSent(id);
    } catch (error) {
      if (!abort.current.signal.aborted) setProblem(errorText(error));
      setSending(undefined);
    }
  };

  if (sending !== undefined) {
    return (
      <Stack gap="sm">
        <Text>Sending {sending.name}</Text>
        <Progress aria-label="Sent" value={sending.share * 100} size="sm" />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => abort.current?.abort()}>
            Cancel
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <DropTarget
        icon="upload"
        hint="An archive downloaded here, one annotation file or a class list, or what other tools wrote: COCO, YOLO, Pascal VOC, LabelMe, CVAT, Label Studio, PNG masks, and of texts CoNLL, brat, Prodigy, Label Studio"
        accept=".zip,.json,.xml,.jsonl,.conll,.iob,.bio,.ann"
        onFile={file => void send(file)}
      />
      {problem === undefined ? undefined : (
        <Text role="alert" c="var(--loupe-danger)">
          {problem}
        </Text>
      )}
      <Text size="sm" c="var(--loupe-muted)">
        Nothing is changed before you have seen what will happen.
      </Text>
    </Stack>
  );
}

interface FollowProps {
  readonly projectId: number;
  readonly importId: number;
  readonly jobs: ReadonlyMap<string, JobView>;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

function Follow({ projectId, importId, jobs, onAgain, onClose }: FollowProps): JSX.Element {
  const { imports } = useService(TransferClient);
  const queries = useQueryClient();
  const params = { project_id: projectId, import_id: importId };
  const state = useQuery({
    queryKey: ['exchange', 'import', importId],
    queryFn: () => imports.getImport({ params }),
    refetchInterval: query => (isWorking(query.state.data) ? 2000 : false),
  });
  const record = state.data;
  if (state.error !== null && record === undefined)
    return <ErrorPanel error={state.error} onRetry={() => void state.refetch()} />;
  if (record === undefined || isWorking(record)) {
    return (
      <Working
        record={record}
        job={record?.job_id === null || record === undefined ? undefined : jobs.get(record.job_id)}
        onCancel={() => void imports.cancelImport({ params }).then(() => state.refetch(), toastError)}
      />
    );
  }
  const readAs = async (reading: ImportReading): Promise<void> => {
    await imports.checkImport({ params, body: reading });
    await queries.invalidateQueries({ queryKey: ['exchange', 'import', importId] });
  };
  const again = (
    <Button variant="default" onClick={onAgain}>
      Choose another file
    </Button>
  );
  if (record.status === importStates.ready) {
    return (
      <ImportPreview
        record={record}
        onBack={() => {
          void imports.cancelImport({ params }).catch(toastError);
          onAgain();
        }}
        onReadAs={readAs}
        onStart={async choices => {
          await imports.startImport({ params, body: choices });
          await queries.invalidateQueries({ queryKey: ['exchange', 'import', importId] });
        }}
      />
    );
  }
  if (record.status === importStates.complete)
    return (
      <ImportOutcome record={record} onClose={onClose}>
        {again}
      </ImportOutcome>
    );
  return (
    <Stack gap="md">
      <Text role="alert">
        {record.status === importStates.canceled
          ? 'The import was canceled. What was imported until then stays.'
          : (record.error?.message ?? 'The import failed.')}
      </Text>
      {record.status === importStates.failed && record.report === null ? (
        <ReadAs record={record} onChange={readAs} />
      ) : undefined}
      <Group justify="flex-end" gap="xs">
        {again}
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}

const isWorking = (record: ImportRecord | undefined): boolean =>
  record?.status === importStates.checking || record?.status === importStates.running;

function Working({
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
        {record?.status === importStates.running ? 'Importing' : 'Looking through'}{' '}
        {record === undefined ? '' : `${record.name} (${fileSize(record.size)})`}
      </Text>
      <Progress aria-label="Progress" size="sm" value={known ? (job.done / job.total!) * 100 : 100} animated={!known} />
      <Group justify="space-between">
        <Text size="sm" c="var(--loupe-muted)">
          {known ? `${job.done.toLocaleString('en')} of ${job.total!.toLocaleString('en')}` : ''}
        </Text>
        <Button variant="default" disabled={job?.cancelRequested === true} onClick={onCancel}>
          {job?.cancelRequested === true ? 'Stopping…' : 'Cancel'}
        </Button>
      </Group>
    </Stack>
  );
}
