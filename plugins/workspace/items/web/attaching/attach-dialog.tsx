import { Button, FileButton, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { DragEvent, JSX } from 'react';
import { useSnapshot } from 'valtio';
import { joinParts } from '#core/base/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { JobProgress, useJob, useService } from '#core/kernel/web/index.ts';
import { DialogForm, Icon, Modal, toastError } from '#core/ui/web/index.ts';
import { addressLines, guessColumns, mostAddresses, readAddresses } from '../../common/address-list.ts';
import type { AddressColumns, AddressLine, AddressTable } from '../../common/address-list.ts';
import { DataDialogs } from '../data-dialogs.ts';
import classes from '../data.module.css';
import { ItemsClient } from '../items-client.ts';
import { messages } from '../messages.ts';
import type { UploadPlace } from '../uploading/upload-plan.ts';
import { AttachReport } from './attach-report.tsx';
import { checkLines } from './check-lines.ts';
import { ManifestStep } from './manifest-step.tsx';

/** Bytes of a file whose lines are shown; longer ones are read by the server. */
const MOST_SHOWN = 4 * 1024 * 1024;

/** Files that lie elsewhere: a list is read, checked without changing anything, and attached as a job. */
export function AttachDialog({ place }: { readonly place: UploadPlace | undefined }): JSX.Element {
  const dialogs = useService(DataDialogs);
  const { attach } = useSnapshot(dialogs.state);
  return (
    <Modal
      opened={attach && place !== undefined}
      onClose={() => dialogs.attach(false)}
      title={messages.attachDialog.attachUrlsToName(place?.folderName ?? '')}
      size="lg"
    >
      {attach && place !== undefined ? (
        <Steps key={`${place.projectId}/${place.folderId}`} place={place} onClose={() => dialogs.attach(false)} />
      ) : undefined}
    </Modal>
  );
}

function Steps({ place, onClose }: { readonly place: UploadPlace; readonly onClose: () => void }): JSX.Element {
  const client = useService(ItemsClient);
  const [text, setText] = useState('');
  const [lines, setLines] = useState<readonly AddressLine[]>();
  const [jobId, setJobId] = useState<string>();
  const [manifest, setManifest] = useState<File>();
  if (manifest !== undefined)
    return <ManifestStep file={manifest} place={place} onBack={() => setManifest(undefined)} onClose={onClose} />;
  if (jobId !== undefined) return <Running jobId={jobId} lines={lines ?? []} onClose={onClose} />;
  if (lines !== undefined) {
    const fit = lines.filter(each => each.problem === undefined);
    return (
      <DialogForm
        action={messages.attachDialog.attachCount(fit.length)}
        ready={fit.length > 0}
        onCancel={() => setLines(undefined)}
        cancel={messages.shared.back}
        onSubmit={async () =>
          setJobId(
            (
              await client.items.attachAddresses({
                params: { project_id: place.projectId },
                body: { folder_id: place.folderId, images: fit.map(({ name, url }) => ({ name, url })) },
              })
            ).job_id,
          )
        }
      >
        <AttachReport lines={lines} />
      </DialogForm>
    );
  }
  return (
    <Choose
      text={text}
      onText={setText}
      onManifest={setManifest}
      onClose={onClose}
      onCheck={async chosen => setLines(await checkLines(client, place, chosen))}
    />
  );
}

interface ChooseProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** A file with too many lines to be shown. */
  readonly onManifest: (file: File) => void;
  readonly onCheck: (lines: readonly AddressLine[]) => Promise<void>;
  readonly onClose: () => void;
}

function Choose({ text, onText, onManifest, onCheck, onClose }: ChooseProps): JSX.Element {
  const [chosen, setChosen] = useState<AddressColumns>();
  const { table, problem } = read(text);
  const columns = chosen ?? guessColumns(table);
  const take = (file: File | null | undefined): void => {
    if (file === null || file === undefined) return;
    setChosen(undefined);
    if (file.size > MOST_SHOWN) onManifest(file);
    else file.text().then(onText, toastError);
  };
  const drop = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    take(event.dataTransfer.files[0]);
  };
  const many = table.rows.length > mostAddresses;
  return (
    <DialogForm
      action={messages.attachDialog.check}
      reads
      ready={problem === undefined && table.rows.length > 0}
      onCancel={onClose}
      onSubmit={() => onCheck(addressLines(table, columns))}
    >
      <Textarea
        label={messages.attachDialog.urls}
        description={messages.attachDialog.oneOnEachLine}
        placeholder={'name,url\nstreet.jpg,https://example.org/street.jpg'}
        value={text}
        onChange={event => {
          setChosen(undefined);
          onText(event.currentTarget.value);
        }}
        onDrop={drop}
        autosize
        minRows={6}
        maxRows={10}
        error={problem}
        spellCheck={false}
        data-autofocus
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      />
      <Group justify="space-between">
        <FileButton accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson" onChange={take}>
          {props => (
            <Button {...props} variant="default" leftSection={<Icon name="file" size={14} />}>
              {messages.attachDialog.chooseAFile}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c={many ? 'var(--loupe-danger)' : 'var(--loupe-muted)'} role="status">
          {table.rows.length === 0
            ? ''
            : messages.attachDialog.countLines(table.rows.length, many, mostAddresses.toLocaleString('en'))}
        </Text>
      </Group>
      {table.columns.length > 1 ? <Mapping table={table} columns={columns} onChange={setChosen} /> : undefined}
    </DialogForm>
  );
}

function read(text: string): { readonly table: AddressTable; readonly problem: string | undefined } {
  try {
    return { table: readAddresses(text), problem: undefined };
  } catch (error) {
    return { table: { columns: [], rows: [] }, problem: (error as Error).message };
  }
}

function Mapping({
  table,
  columns,
  onChange,
}: {
  readonly table: AddressTable;
  readonly columns: AddressColumns;
  readonly onChange: (columns: AddressColumns) => void;
}): JSX.Element {
  const options = table.columns.map((label, at) => ({ value: String(at), label }));
  return (
    <Stack gap="xs">
      <Group grow>
        <Select
          label={messages.attachDialog.columnOfTheUrl}
          data={options}
          value={String(columns.url)}
          allowDeselect={false}
          onChange={value => onChange({ ...columns, url: Number(value) })}
        />
        <Select
          label={messages.attachDialog.columnOfTheName}
          data={[{ value: '', label: messages.attachDialog.noneEndOfTheUrl }, ...options]}
          value={columns.name === undefined ? '' : String(columns.name)}
          allowDeselect={false}
          onChange={value => onChange({ ...columns, name: value === '' || value === null ? undefined : Number(value) })}
        />
      </Group>
      <Table layout="fixed" aria-label={messages.attachDialog.firstLines} fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={200}>{messages.shared.name}</Table.Th>
            <Table.Th>URL</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {addressLines({ ...table, rows: table.rows.slice(0, 3) }, columns).map(each => (
            <Table.Tr key={each.line}>
              <Table.Td className={classes['fileName']!}>{each.name}</Table.Td>
              <Table.Td className={classes['fileName']!} title={each.url}>
                {each.url}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function Running({
  jobId,
  lines,
  onClose,
}: {
  readonly jobId: string;
  readonly lines: readonly AddressLine[];
  readonly onClose: () => void;
}): JSX.Element {
  const job = useJob(jobId);
  const left = lines.filter(each => each.problem !== undefined).length;
  const { attached = 0, skipped = 0 } = (job?.result ?? {}) as {
    readonly attached?: number;
    readonly skipped?: number;
  };
  return (
    <Stack gap="md">
      <JobProgress job={job} />
      {job?.state === 'COMPLETED' ? (
        <Text role="status">
          {joinParts(
            messages.attachDialog.attached(attached.toLocaleString('en')),
            skipped > 0 ? messages.attachDialog.skippedBecauseTheirNameIs(skipped.toLocaleString('en')) : undefined,
            left > 0 ? messages.attachDialog.leftOut(left.toLocaleString('en')) : undefined,
          )}
        </Text>
      ) : undefined}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {messages.attachDialog.close}
        </Button>
      </Group>
    </Stack>
  );
}
