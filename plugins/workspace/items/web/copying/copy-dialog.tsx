import { Alert, Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { DialogForm, errorText, Modal, Segments } from '#core/ui/web/index.ts';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import type { CopyOrMoveOptions, CopyOrMoveReport, MissingChoice } from '../../common/copy-or-move-api.ts';
import { DataDialogs } from '../data-dialogs.ts';
import { ItemActions } from '../item-actions.ts';
import { ItemsClient } from '../items-client.ts';
import { messages } from '../messages.ts';
import type { Selection } from '../selection.ts';
import { requestOf, sizeOf, things } from '../selection.ts';
import { asksChoice, CopyFindings } from './copy-findings.tsx';
import type { TargetFolder } from './target-folder.tsx';
import { TargetFolderSelect } from './target-folder.tsx';
import type { TargetProject } from './target-project.tsx';
import { TargetProjectSelect } from './target-project.tsx';

const DUPLICATES = [
  { value: 'skip_duplicates', label: messages.copyDialog.skipThem },
  { value: 'replace_all', label: messages.copyDialog.replaceThem },
  { value: 'replace_annotation', label: messages.copyDialog.replaceTheirAnnotationsOnly },
] as const;

/** Options of copying and moving, without the names that another project lacks. */
type Manner = Omit<CopyOrMoveOptions, 'missing'>;

interface CopyDialogProps {
  readonly project: Pick<Project, 'id' | 'name' | 'type'>;
}

/** Brings the selected items to another folder of this project or of another one, as a copy or for good. */
export function CopyDialog({ project }: CopyDialogProps): JSX.Element {
  const dialogs = useService(DataDialogs);
  const selection = useSnapshot(dialogs.state).copy as Selection | undefined;
  const close = (): void => dialogs.copy(undefined);
  return (
    <Modal
      opened={selection !== undefined}
      onClose={close}
      title={selection === undefined ? '' : messages.copyDialog.copyOrMoveThings(things(sizeOf(selection)))}
      size="md"
    >
      {selection === undefined ? undefined : <CopyForm project={project} selection={selection} onDone={close} />}
    </Modal>
  );
}

function CopyForm({
  project,
  selection,
  onDone,
}: CopyDialogProps & { readonly selection: Selection; readonly onDone: () => void }): JSX.Element {
  const client = useService(ItemsClient);
  const actions = useService(ItemActions);
  const moves = useCan('MoveItem');
  const creates = useCan('CreateFolder');
  const [target, setTarget] = useState<TargetProject>(project);
  const [folder, setFolder] = useState<TargetFolder>();
  const [manner, setManner] = useState<Manner>({
    operation: 'copy',
    annotations: true,
    pins: false,
    duplicates: 'skip_duplicates',
  });
  const [missing, setMissing] = useState<MissingChoice>();
  const crosses = target.id !== project.id;
  const place = {
    ...(folder !== undefined && 'id' in folder ? { folder_id: folder.id } : {}),
    ...(crosses ? { to_project_id: target.id } : {}),
  };
  const asked = {
    ...place,
    operation: manner.operation,
    annotations: manner.annotations || manner.duplicates !== 'skip_duplicates',
  };
  const report = useQuery({
    queryKey: ['items', 'bring', project.id, selection, asked],
    queryFn: ({ signal }) =>
      client.copying.previewBringing({
        params: { project_id: project.id },
        body: { selection: requestOf(selection), ...asked },
        signal,
      }),
    enabled: folder !== undefined || crosses,
    gcTime: 0,
    retry: false,
  });
  const { there = 0, items = 0 } = report.data ?? {};
  const chooses = asksChoice(report.data);
  const ready =
    folder !== undefined &&
    report.data !== undefined &&
    report.error === null &&
    there < items &&
    (!chooses || missing !== undefined);

  const begin = async (): Promise<void> => {
    const made =
      folder !== undefined && 'made' in folder
        ? await client.folders.createFolder({
            query: { project_id: target.id, exact: true },
            body: { name: folder.made },
          })
        : undefined;
    onDone();
    void actions.copyOrMove(project.id, selection, {
      ...manner,
      ...(crosses ? { to_project_id: target.id } : {}),
      missing: missing ?? 'refuse',
      ...(made === undefined
        ? { folder_id: (folder as { readonly id: number }).id }
        : { folder_id: made.id, folder_created: true }),
    });
  };
  const choose = (next: TargetProject): void => {
    setTarget(next);
    setFolder(undefined);
    setMissing(undefined);
  };
  return (
    <DialogForm
      action={manner.operation === 'copy' ? messages.copyDialog.copy : messages.copyDialog.move}
      ready={ready}
      onCancel={onDone}
      onSubmit={begin}
    >
      {moves ? (
        <Segments
          aria-label={messages.copyDialog.whatToDo}
          value={manner.operation}
          onChange={value => setManner({ ...manner, operation: value })}
          data={[
            { value: 'copy', label: messages.copyDialog.copy },
            { value: 'move', label: messages.copyDialog.move },
          ]}
        />
      ) : undefined}
      <TargetProjectSelect home={project} chosen={target} onChoose={choose} />
      <TargetFolderSelect
        key={target.id}
        projectId={target.id}
        chosen={folder}
        creates={creates}
        onChoose={setFolder}
      />
      {manner.operation === 'copy' ? (
        <Stack gap={6}>
          <Checkbox
            label={messages.copyDialog.withAnnotations}
            checked={manner.annotations}
            onChange={event => setManner({ ...manner, annotations: event.currentTarget.checked })}
          />
          <Checkbox
            label={messages.copyDialog.keepPins}
            checked={manner.pins}
            onChange={event => setManner({ ...manner, pins: event.currentTarget.checked })}
          />
        </Stack>
      ) : undefined}
      <Radio.Group
        label={messages.copyDialog.itemsWhoseNamesAreTakenThere}
        value={manner.duplicates}
        onChange={value => setManner({ ...manner, duplicates: value as CopyOrMoveOptions['duplicates'] })}
      >
        <Stack gap={6} mt={4}>
          {DUPLICATES.map(each => (
            <Radio key={each.value} {...each} />
          ))}
        </Stack>
      </Radio.Group>
      {report.data === undefined || !crosses ? undefined : (
        <CopyFindings report={report.data} target={target.name} choice={missing} onChoose={setMissing} />
      )}
      {report.error === null ? undefined : (
        <Alert color="red" p="xs" role="alert">
          {errorText(report.error)}
        </Alert>
      )}
      {report.error === null ? (
        <Notes report={report.data} looking={report.isFetching} manner={manner} crosses={crosses} />
      ) : undefined}
    </DialogForm>
  );
}

/** Shows notes to read before it begins. */
function Notes({
  report,
  looking,
  manner,
  crosses,
}: {
  readonly report: CopyOrMoveReport | undefined;
  readonly looking: boolean;
  readonly manner: Manner;
  readonly crosses: boolean;
}): JSX.Element | undefined {
  const { there = 0, taken = 0, keeps_status: keepsStatus = true } = report ?? {};
  const whole = manner.operation === 'move' || manner.annotations;
  const notes = [
    looking ? messages.copyDialog.lookingThroughTheItems : undefined,
    there > 0 ? messages.copyDialog.ofTheSelectionInThis(things(there), there) : undefined,
    taken > 0 ? messages.copyDialog.takenThere(taken) : undefined,
    manner.duplicates !== 'skip_duplicates' && taken > 0 ? messages.copyDialog.undoCantBringBack : undefined,
    crosses && whole && !keepsStatus ? messages.copyDialog.otherProjectHasAnotherWorkflow : undefined,
    crosses && manner.operation === 'copy' ? messages.copyDialog.peopleAndHistory : undefined,
    crosses && manner.operation === 'move' ? messages.copyDialog.peopleAndHistoryDo : undefined,
  ].filter(each => each !== undefined);
  if (notes.length === 0) return undefined;
  return (
    <Stack gap={4} role="status">
      {notes.map(each => (
        <Text key={each} size="sm" c="var(--loupe-muted)">
          {each}
        </Text>
      ))}
    </Stack>
  );
}
