import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { JobProgress, useJob, useService } from '#core/kernel/web/index.ts';
import { downloadFile, ErrorPanel, errorText, Icon, Modal, toastError } from '#core/ui/web/index.ts';
import { rowStates } from '../common/rows-api.ts';
import type { RowImport } from '../common/rows-api.ts';
import { DropTarget, Findings } from '#plugins/exchange/exchange/web/kit/index.ts';
import { messages } from './messages.ts';
import { RowsClient } from './rows-client.ts';
import { RowPreview } from './row-preview.tsx';
import type { RowPlace } from './row-dialogs.ts';
import type { RowUpload } from './row-upload.ts';
import { sendRows } from './row-upload.ts';

/** Asks for a file of rows, shows what would become of it, and does it. Closing it stops nothing that runs. */
export function RowsDialog({
  place,
  onClose,
}: {
  readonly place: RowPlace;
  readonly onClose: () => void;
}): JSX.Element {
  const [importId, setImportId] = useState<number>();
  return (
    <Modal opened onClose={onClose} title={messages.rowsDialog.importRows} size={importId === undefined ? 'lg' : 960}>
      {importId === undefined ? (
        <Pick place={place} onSent={setImportId} />
      ) : (
        <Follow
          key={importId}
          projectId={place.projectId}
          importId={importId}
          onAgain={() => setImportId(undefined)}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

function Pick({ place, onSent }: { readonly place: RowPlace; readonly onSent: (id: number) => void }): JSX.Element {
  const client = useService(RowsClient);
  const [sending, setSending] = useState<{ readonly name: string; readonly share: number; readonly waits: boolean }>();
  const [problem, setProblem] = useState<string>();
  const upload = useRef<RowUpload>(undefined);

  const send = async (file: File | null | undefined): Promise<void> => {
    if (file === null || file === undefined) return;
    setProblem(undefined);
    setSending({ name: file.name, share: 0, waits: false });
    const own = sendRows(client, place, file, (share, waits) => setSending({ name: file.name, share, waits }));
    upload.current = own;
    try {
      const { id } = await own.outcome;
      if (upload.current === own) onSent(id);
    } catch (error) {
      if (upload.current !== own) return;
      setProblem(errorText(error));
      setSending(undefined);
    }
  };
  const template = async (): Promise<void> =>
    downloadFile(
      'template.csv',
      await (await client.rows.getRowTemplate({ params: { project_id: place.projectId } })).blob(),
    );

  if (sending !== undefined) {
    return (
      <Stack gap="sm">
        <Text>{sending.waits ? messages.rowsDialog.noConnection : messages.rowsDialog.sendingName(sending.name)}</Text>
        <Progress aria-label={messages.rowsDialog.sent} value={sending.share * 100} size="sm" />
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              upload.current?.cancel();
              upload.current = undefined;
              setSending(undefined);
            }}
          >
            {messages.rowsDialog.cancel}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <DropTarget
        icon="table"
        hint={messages.rowsDialog.csvJsonLinesJson}
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.zip"
        onFiles={files => void send(files[0])}
      />
      {problem === undefined ? undefined : (
        <Text role="alert" c="var(--loupe-danger)">
          {problem}
        </Text>
      )}
      <Group justify="space-between">
        <Text size="sm" c="var(--loupe-muted)">
          {messages.rowsDialog.nothingIsChangedBeforeYou}
        </Text>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          onClick={() => void template().catch(toastError)}
        >
          {messages.rowsDialog.downloadCsvTemplate}
        </Button>
      </Group>
    </Stack>
  );
}

interface FollowProps {
  readonly projectId: number;
  readonly importId: number;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

const isWorking = (record: RowImport | undefined): boolean =>
  record?.status === rowStates.checking || record?.status === rowStates.running;

function Follow({ projectId, importId, onAgain, onClose }: FollowProps): JSX.Element {
  const { rows } = useService(RowsClient);
  const params = { project_id: projectId, row_import_id: importId };
  const state = useQuery({
    queryKey: ['form-rows', 'rows', importId],
    queryFn: () => rows.getRowImport({ params }),
    refetchInterval: query => (isWorking(query.state.data) ? 1000 : false),
  });
  const record = state.data;
  const job = useJob(isWorking(record) ? (record?.job_id ?? undefined) : undefined);
  const { refetch } = state;
  useEffect(() => {
    if (job?.finishedAt !== null && job !== undefined) void refetch();
  }, [job, refetch]);
  if (state.error !== null && record === undefined)
    return <ErrorPanel error={state.error} onRetry={() => void state.refetch()} />;
  const again = (
    <Button variant="default" onClick={onAgain}>
      {messages.shared.chooseAnotherFile}
    </Button>
  );
  if (
    record === undefined ||
    record.status === rowStates.running ||
    (record.status === rowStates.checking && record.report === null)
  ) {
    return (
      <Stack gap="sm">
        <Text>
          {record?.status === rowStates.running ? messages.rowsDialog.importing : messages.rowsDialog.lookingThrough}{' '}
          {record?.name}
        </Text>
        <JobProgress job={job} />
      </Stack>
    );
  }
  if (record.status === rowStates.ready || record.status === rowStates.checking) {
    return (
      <RowPreview
        record={record}
        report={record.report!}
        checking={record.status === rowStates.checking}
        onBack={() => {
          void rows.cancelRowImport({ params }).catch(toastError);
          onAgain();
        }}
        onCheck={async choices => {
          await rows.checkRowImport({ params, body: choices });
          await state.refetch();
        }}
        onStart={async () => {
          await rows.startRowImport({ params });
          await state.refetch();
        }}
        onReport={() => void report(rows.getRowProblems({ params }))}
      />
    );
  }
  if (record.status === rowStates.complete)
    return (
      <Outcome
        record={record}
        onReport={() => void report(rows.getRowProblems({ params }))}
        onClose={onClose}
        onAgain={onAgain}
      />
    );
  return (
    <Stack gap="md">
      <Text role="alert">
        {record.status === rowStates.canceled
          ? messages.rowsDialog.importWasCancelled
          : (record.error?.message ?? messages.rowsDialog.importFailed)}
      </Text>
      <Group justify="flex-end" gap="xs">
        {again}
        <Button onClick={onClose}>{messages.shared.close}</Button>
      </Group>
    </Stack>
  );
}

const report = (answer: Promise<Response>): Promise<void> =>
  answer.then(async found => downloadFile('import report.csv', await found.blob())).catch(toastError);

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

function Outcome({
  record,
  onReport,
  onClose,
  onAgain,
}: {
  readonly record: RowImport;
  readonly onReport: () => void;
  readonly onClose: () => void;
  readonly onAgain: () => void;
}): JSX.Element {
  const { created, replaced, skipped, failed, folders, categories, notes } = record.result!;
  const done = [
    [created, count(created, messages.rowsDialog.item) + ' made'],
    [replaced, count(replaced, messages.rowsDialog.item) + ' replaced'],
    [skipped, count(skipped, messages.rowsDialog.row) + ' skipped'],
    [failed, count(failed, messages.rowsDialog.row) + ' failed'],
    [folders, count(folders, messages.rowsDialog.newFolder)],
    [categories, count(categories, messages.rowsDialog.newCategory, messages.rowsDialog.newCategories)],
  ] as const;
  const sentences = done.filter(([number]) => number > 0).map(([, text]) => text);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Icon name={failed === 0 ? 'approved' : 'warning'} />
        <Text fw={500}>{failed === 0 ? messages.rowsDialog.imported : messages.rowsDialog.importedWithFailures}</Text>
      </Group>
      <Text role="status">
        {sentences.length === 0 ? messages.rowsDialog.nothingWasChanged : `${sentences.join(', ')}.`}
      </Text>
      <Findings
        title={messages.rowsDialog.notes}
        list={notes.map(message => ({ path: '', message }))}
        count={notes.length}
      />
      <Group justify="flex-end" gap="xs">
        {record.problemCount > 0 ? (
          <Button variant="default" mr="auto" leftSection={<Icon name="download" size={14} />} onClick={onReport}>
            {messages.rowsDialog.downloadReport(record.problemCount)}
          </Button>
        ) : undefined}
        <Button variant="default" onClick={onAgain}>
          {messages.shared.chooseAnotherFile}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {messages.shared.close}
        </Button>
      </Group>
    </Stack>
  );
}
