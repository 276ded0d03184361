import { Alert, Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, ErrorPanel } from '#core/ui/web/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { Selection, SelectionFormProps } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectedItems, SelectionDialog, sizeOf, things } from '#plugins/workspace/items/web/kit/index.ts';
import { readValues } from '../../common/event-fields.ts';
import type { OfferedStart } from '../../common/starts-api.ts';
import { MOST_STARTED } from '../../common/starts-api.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { ValueInput } from '../events/value-input.tsx';
import { FireStore } from '../fire-store.ts';
import { messages } from '../messages.ts';
import { StartResult } from './start-result.tsx';

/** Runs a pipeline that is started by hand on the open item, or on the selected ones, and shows what became of it. */
export default function FireDialog({ context }: PanelProps): JSX.Element {
  const projectId = Number(context['projectId']);
  const store = useService(FireStore);
  const selection = useSnapshot(store.state).selection as Selection | undefined;
  const close = (): void => store.ask(undefined);
  return (
    <SelectionDialog selection={selection} onClose={close} title={messages.fireItems.runOn}>
      {chosen => <Form projectId={projectId} selection={chosen} onDone={close} />}
    </SelectionDialog>
  );
}

function Form({ projectId, selection, onDone }: SelectionFormProps): JSX.Element {
  const { starts } = useService(AutomationsClient);
  const team = useTeam();
  const [started, setStarted] = useState<number>();
  const offered = useQuery({
    queryKey: [...automationsKey(team.id), 'starts', projectId],
    queryFn: async () => (await starts.listStarts({ params: { project_id: projectId }, query: { by: 'person' } })).data,
  });
  if (started !== undefined) return <StartResult projectId={projectId} eventId={started} onDone={onDone} />;
  if (offered.error !== null) return <ErrorPanel error={offered.error} onRetry={() => void offered.refetch()} />;
  if (offered.data === undefined) return <Skeleton h={90} />;
  if (offered.data.length === 0) return <NothingOffered onDone={onDone} />;
  return (
    <StartForm
      projectId={projectId}
      selection={selection}
      offered={offered.data}
      onStarted={setStarted}
      onCancel={onDone}
    />
  );
}

function NothingOffered({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const team = useTeam();
  if (!useCan('ManagePipelines')) return <Text>{messages.fireItems.noneForYou}</Text>;
  return (
    <Text>
      {messages.fireItems.none}{' '}
      <Anchor component={Link} underline="always" to={`/t/${team.id}/automations`} onClick={onDone}>
        {messages.fireItems.openPipelines}
      </Anchor>
    </Text>
  );
}

interface StartFormProps {
  readonly projectId: number;
  readonly selection: Selection;
  readonly offered: readonly OfferedStart[];
  readonly onStarted: (eventId: number) => void;
  readonly onCancel: () => void;
}

const keyOf = (start: OfferedStart): string => `${start.pipeline_id}/${start.node_id}`;

function StartForm({ projectId, selection, offered, onStarted, onCancel }: StartFormProps): JSX.Element {
  const { starts } = useService(AutomationsClient);
  const items = useService(SelectedItems);
  const [chosen, setChosen] = useState<string | null>(offered.length === 1 ? keyOf(offered[0]!) : null);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [tried, setTried] = useState(false);
  // Sending again after a lost answer starts nothing twice.
  const [key] = useState(newId);
  const start = offered.find(each => keyOf(each) === chosen);
  const fields = start?.fields ?? [];
  const read = readValues(fields, values);
  const problems = 'problems' in read ? read.problems : [];
  const count = Math.min(sizeOf(selection), MOST_STARTED);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (start === undefined || problems.length > 0) return;
    const ids = await items.ids(projectId, selection, MOST_STARTED);
    const { event_id } = await starts.startPipeline({
      params: { project_id: projectId },
      body: {
        pipeline_id: start.pipeline_id,
        node_id: start.node_id,
        item_ids: [...ids],
        ...(fields.length === 0 ? {} : { values }),
        key,
      },
    });
    onStarted(event_id);
  };
  return (
    <DialogForm action={messages.fireItems.run} ready={start !== undefined} onCancel={onCancel} onSubmit={submit}>
      {sizeOf(selection) > MOST_STARTED ? (
        <Alert p="xs">{messages.fireItems.onlyFirst(things(count))}</Alert>
      ) : undefined}
      <Select
        label={messages.fireItems.pipeline}
        placeholder={messages.shared.choose}
        searchable
        data-autofocus
        // The dialog may have opened before the pipelines were there.
        autoFocus
        allowDeselect={false}
        data={offered.map(each => ({ value: keyOf(each), label: each.title }))}
        value={chosen}
        onChange={next => {
          setChosen(next);
          setValues({});
          setTried(false);
        }}
      />
      {start === undefined || start.description === '' ? undefined : (
        <Text size="sm" c="var(--loupe-muted)">
          {start.description}
        </Text>
      )}
      {fields.map(field => (
        <ValueInput
          key={`${chosen} ${field.key}`}
          field={field}
          value={values[field.key]}
          error={tried ? problems.find(each => each.key === field.key)?.message : undefined}
          onChange={value => setValues({ ...values, [field.key]: value })}
        />
      ))}
    </DialogForm>
  );
}
