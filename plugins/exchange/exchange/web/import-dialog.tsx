import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import type { JobView } from '#core/kernel/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Modal, toastError } from '#core/ui/web/index.ts';
import type { ImportReading, ImportRecord } from '../common/import-api.ts';
import { importStates } from '../common/import-api.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportPick } from './import-pick.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportWorking } from './import-working.tsx';
import { ReadAs } from './read-as.tsx';
import { TransferClient } from './transfer-client.ts';
import { TransferDialogs } from './transfer-dialogs.ts';
import { askUndo } from './ask-undo.ts';
import { messages } from './messages.ts';
import { useJobs } from './use-jobs.ts';

/** Asks for files, shows what importing them would do, and does it. Closing it stops nothing that runs. */
export function ImportDialog({ projectId }: { readonly projectId: number }): JSX.Element {
  const dialogs = useService(TransferDialogs);
  const { importing } = useSnapshot(dialogs.state);
  const queries = useQueryClient();
  const jobs = useJobs(useCallback(() => void queries.invalidateQueries({ queryKey: ['exchange'] }), [queries]));
  const [importId, setImportId] = useState<number>();
  const close = (): void => {
    dialogs.import(undefined);
    setImportId(undefined);
  };
  return (
    <Modal
      opened={importing?.projectId === projectId}
      onClose={close}
      title={messages.shared.importAnnotations}
      size="xl"
    >
      {importing === undefined ? undefined : importId === undefined ? (
        <ImportPick place={importing} onSent={setImportId} />
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
      <ImportWorking
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
  const undo = async (): Promise<void> => {
    if (!(await askUndo(record))) return;
    await imports.undoImport({ params }).catch(toastError);
    await queries.invalidateQueries({ queryKey: ['exchange'] });
  };
  const again = (
    <Button variant="default" onClick={onAgain}>
      {messages.importDialog.importOtherFiles}
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
  if (record.result !== null || record.undo_result !== null)
    return (
      <ImportOutcome record={record} onClose={onClose} onUndo={undo}>
        {again}
      </ImportOutcome>
    );
  return (
    <Stack gap="md">
      <Text role="alert">
        {record.status === importStates.canceled
          ? record.choices === null
            ? messages.importDialog.importWasCancelled
            : messages.importDialog.importWasCancelledEverything
          : (record.error?.message ?? messages.importDialog.importFailed)}
      </Text>
      {record.status === importStates.failed && record.report === null ? (
        <ReadAs record={record} onChange={readAs} />
      ) : undefined}
      <Group justify="flex-end" gap="xs">
        {record.choices === null ? undefined : (
          <Button variant="default" onClick={() => void undo()}>
            {messages.shared.undoImport}
          </Button>
        )}
        {again}
        <Button onClick={onClose}>{messages.shared.close}</Button>
      </Group>
    </Stack>
  );
}

const working: ReadonlySet<number> = new Set([importStates.checking, importStates.running, importStates.undoing]);

const isWorking = (record: ImportRecord | undefined): boolean => record !== undefined && working.has(record.status);
