import { Checkbox, Modal, Radio, SegmentedControl, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { DialogForm, ErrorPanel } from '#core/ui/web/index.ts';
import type { BringManner } from '../../common/bring-api.ts';
import { DataDialogs } from '../data-dialogs.ts';
import { ItemActions } from '../item-actions.ts';
import { ItemsClient } from '../items-client.ts';
import { useFolders } from '../pages/folder-pane.tsx';
import type { Selection } from '../selection.ts';
import { requestOf, sizeOf, things } from '../selection.ts';

const DUPLICATES = [
  { value: 'skip_duplicates', label: 'Skip them' }, { value: 'replace_all', label: 'Replace them' }, { value: 'replace_annotation', label: 'Replace their annotations only' },
] as const;

/** Brings the selected items to another folder, as a copy or for good. */
export function CopyDialog({ projectId }: { readonly projectId: number }): JSX.Element {
  const dialogs = useService(DataDialogs);
  const selection = useSnapshot(dialogs.state).copy as Selection | undefined;
  const close = (): void => dialogs.copy(undefined);
  return (
    <Modal opened={selection !== undefined} onClose={close} title={selection === undefined ? '' : `Copy or move ${things(sizeOf(selection))}`} size="sm">
      {selection === undefined ? undefined : <Manner projectId={projectId} selection={selection} onDone={close} />}
    </Modal>
  );
}

function Manner({ projectId, selection, onDone }: { readonly projectId: number; readonly selection: Selection; readonly onDone: () => void }): JSX.Element {
  const client = useService(ItemsClient);
  const actions = useService(ItemActions);
  const moves = useCan('MoveItem');
  const folders = useFolders(projectId);
  const [target, setTarget] = useState<number>();
  const [manner, setManner] = useState<BringManner>({ operation: 'copy', annotations: true, pins: false, duplicates: 'skip_duplicates' });
  const report = useQuery({
    queryKey: ['items', 'bring', projectId, selection, target],
    queryFn: ({ signal }) => client.bringing.previewBringing({ params: { project_id: projectId }, body: { selection: requestOf(selection), folder_id: target! }, signal }),
    enabled: target !== undefined, gcTime: 0,
  });
  const error = report.error ?? folders.error;
  if (error !== null) return <ErrorPanel error={error} onRetry={() => { void report.refetch(); void folders.refetch(); }} />;
  if (folders.data === undefined) return <Skeleton h={220} />;
  const { there = 0, taken = 0, items = 0 } = report.data ?? {};
  const begin = async (): Promise<void> => {
    onDone();
    void actions.bring(projectId, selection, { ...manner, folder_id: target! });
  };
  return (
    <DialogForm action={manner.operation === 'copy' ? 'Copy' : 'Move'} ready={target !== undefined && report.data !== undefined && there < items} onCancel={onDone} onSubmit={begin}>
      {moves ? <SegmentedControl aria-label="What to do" value={manner.operation} onChange={value => setManner({ ...manner, operation: value as BringManner['operation'] })} data={[{ value: 'copy', label: 'Copy' }, { value: 'move', label: 'Move' }]} /> : undefined}
      <Select label="To folder" placeholder="Choose a folder" data-autofocus searchable allowDeselect={false} value={target === undefined ? null : String(target)} onChange={value => setTarget(Number(value))} data={folders.data.map(each => ({ value: String(each.id), label: each.is_root ? 'Not in a folder' : each.name }))} nothingFoundMessage="No such folder" />
      {manner.operation === 'copy' ? (
        <Stack gap={6}>
          <Checkbox label="With annotations" checked={manner.annotations} onChange={event => setManner({ ...manner, annotations: event.currentTarget.checked })} />
          <Checkbox label="Keep pins" checked={manner.pins} onChange={event => setManner({ ...manner, pins: event.currentTarget.checked })} />
        </Stack>
      ) : undefined}
      <Radio.Group label="Items whose names are taken there" value={manner.duplicates} onChange={value => setManner({ ...manner, duplicates: value as BringManner['duplicates'] })}>
        <Stack gap={6} mt={4}>{DUPLICATES.map(each => <Radio key={each.value} {...each} />)}</Stack>
      </Radio.Group>
      {there > 0 ? <Text size="sm" c="var(--loupe-muted)">{things(there)} of the selection {there === 1 ? 'is' : 'are'} in this folder already and {there === 1 ? 'stays' : 'stay'} as {there === 1 ? 'it is' : 'they are'}.</Text> : undefined}
      {taken > 0 ? <Text size="sm" c="var(--loupe-muted)" role="status">{taken === 1 ? '1 name is' : `${taken.toLocaleString('en')} names are`} taken there.</Text> : undefined}
    </DialogForm>
  );
}
