import { Button, Checkbox, Group, Modal, Progress, Radio, SegmentedControl, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { ErrorPanel } from '#core/ui/web/index.ts';
import { useFolders } from '../pages/folder-pane.tsx';
import { SelectionStore } from '../selection-store.ts';
import type { CopyManner } from './item-copying.ts';
import { ItemCopying } from './item-copying.ts';

const things = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`;
const DUPLICATES = [
  { value: 'skip_duplicates', label: 'Skip them' }, { value: 'replace_all', label: 'Replace them' }, { value: 'replace_annotation', label: 'Replace their annotations only' },
] as const;

/** Brings the selected items to another folder, as a copy or for good. */
export function CopyDialog({ projectId }: { readonly projectId: number }): JSX.Element {
  const copying = useService(ItemCopying);
  const { asked, run } = useSnapshot(copying.state);
  const close = (): void => copying.ask(undefined);
  return (
    <>
      <Modal opened={asked !== undefined} onClose={close} title={`Copy or move ${things(asked?.length ?? 0)}`} size="sm">
        {asked === undefined ? undefined : <Manner projectId={projectId} ids={asked} onDone={close} />}
      </Modal>
      <Modal opened={run !== undefined} onClose={() => copying.stop()} title={run?.operation === 'move' ? 'Moving' : 'Copying'} size="sm" closeOnClickOutside={false}>
        {run === undefined ? undefined : (
          <Stack gap="md">
            <Progress aria-label="Progress" value={run.total === 0 ? 100 : (run.done / run.total) * 100} animated />
            <Text role="status">{run.done.toLocaleString('en')} of {things(run.total)}</Text>
            <Group justify="flex-end"><Button variant="default" disabled={run.stopping} onClick={() => copying.stop()}>{run.stopping ? 'Stopping…' : 'Stop'}</Button></Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}

function Manner({ projectId, ids, onDone }: { readonly projectId: number; readonly ids: readonly number[]; readonly onDone: () => void }): JSX.Element {
  const copying = useService(ItemCopying);
  const selection = useService(SelectionStore);
  const moves = useCan('MoveItem');
  const checks = useCan('UploadItem');
  const folders = useFolders(projectId);
  const [manner, setManner] = useState<Omit<CopyManner, 'target'> & { readonly target: number | undefined }>({ operation: 'copy', target: undefined, annotations: true, pins: false, duplicates: 'skip_duplicates' });
  const { operation, target } = manner;
  const items = useQuery({ queryKey: ['items', 'copied', projectId, ids], queryFn: () => copying.items(projectId, ids), staleTime: Infinity, gcTime: 0 });
  const there = items.data?.filter(each => each.folder_id === target).length ?? 0;
  const taken = useQuery({ queryKey: ['items', 'copied', 'taken', projectId, ids, target], queryFn: () => copying.taken(projectId, items.data!, target!), enabled: checks && target !== undefined && items.data !== undefined, gcTime: 0 });
  const error = items.error ?? folders.error;
  if (error !== null) return <ErrorPanel error={error} onRetry={() => { void items.refetch(); void folders.refetch(); }} />;
  if (folders.data === undefined) return <Skeleton h={220} />;
  const ready = target !== undefined && items.data !== undefined && there < items.data.length;
  const begin = (): void => {
    if (!ready) return;
    onDone();
    void copying.run(projectId, items.data, { ...manner, target }).then(() => selection.clear());
  };
  return (
    <form onSubmit={event => { event.preventDefault(); begin(); }}>
      <Stack gap="md">
        {moves ? <SegmentedControl aria-label="What to do" value={operation} onChange={value => setManner({ ...manner, operation: value as CopyManner['operation'] })} data={[{ value: 'copy', label: 'Copy' }, { value: 'move', label: 'Move' }]} /> : undefined}
        <Select label="To folder" placeholder="Choose a folder" data-autofocus searchable allowDeselect={false} value={target === undefined ? null : String(target)} onChange={value => setManner({ ...manner, target: Number(value) })} data={folders.data.map(each => ({ value: String(each.id), label: each.is_root ? 'Not in a folder' : each.name }))} nothingFoundMessage="No such folder" />
        {operation === 'copy' ? (
          <Stack gap={6}>
            <Checkbox label="With annotations" checked={manner.annotations} onChange={event => setManner({ ...manner, annotations: event.currentTarget.checked })} />
            <Checkbox label="Keep pins" checked={manner.pins} onChange={event => setManner({ ...manner, pins: event.currentTarget.checked })} />
          </Stack>
        ) : undefined}
        <Radio.Group label="Items whose names are taken there" value={manner.duplicates} onChange={value => setManner({ ...manner, duplicates: value as CopyManner['duplicates'] })}>
          <Stack gap={6} mt={4}>{DUPLICATES.map(each => <Radio key={each.value} {...each} />)}</Stack>
        </Radio.Group>
        {there > 0 ? <Text size="sm" c="var(--loupe-muted)">{things(there)} of the selection {there === 1 ? 'is' : 'are'} in this folder already and {there === 1 ? 'stays' : 'stay'} as {there === 1 ? 'it is' : 'they are'}.</Text> : undefined}
        {(taken.data ?? 0) > 0 ? <Text size="sm" c="var(--loupe-muted)" role="status">{taken.data === 1 ? '1 name is' : `${taken.data!.toLocaleString('en')} names are`} taken there.</Text> : undefined}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>Cancel</Button>
          <Button type="submit" disabled={!ready} loading={items.isPending}>{operation === 'copy' ? 'Copy' : 'Move'}</Button>
        </Group>
      </Stack>
    </form>
  );
}
