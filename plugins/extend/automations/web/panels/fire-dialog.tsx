import { Alert, Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, ErrorPanel, toast } from '#core/ui/web/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { Selection, SelectionFormProps } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectedItems, SelectionDialog, sizeOf, things } from '#plugins/workspace/items/web/kit/index.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { FireStore } from '../fire-store.ts';
import { messages } from '../messages.ts';

/** Items of one start. */
const MOST = 5_000;

/** Runs a pipeline that is started by hand on the selected items. */
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
  const { api } = useService(AutomationsClient);
  const items = useService(SelectedItems);
  const team = useTeam();
  const pipelines = useQuery({
    queryKey: [...automationsKey(team.id), 'pipelines'],
    queryFn: async () => (await api.listPipelines()).data,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  if (pipelines.error !== null) return <ErrorPanel error={pipelines.error} onRetry={() => void pipelines.refetch()} />;
  if (pipelines.data === undefined) return <Skeleton h={90} />;
  const ready = pipelines.data.filter(each => each.enabled && each.events.includes('item fired'));
  if (ready.length === 0)
    return (
      <Text>
        {messages.fireItems.none}{' '}
        <Anchor component={Link} underline="always" to={`/t/${team.id}/automations`} onClick={onDone}>
          {messages.fireItems.openPipelines}
        </Anchor>
      </Text>
    );
  const count = Math.min(sizeOf(selection), MOST);
  return (
    <DialogForm
      action={messages.fireItems.run}
      ready={chosen !== null}
      onCancel={onDone}
      onSubmit={async () => {
        const ids = await items.ids(projectId, selection, MOST);
        await api.fireTrigger({
          body: { pipeline_id: Number(chosen), project_id: projectId, item_ids: [...ids], key: newId() },
        });
        toast(messages.fireItems.runs(things(ids.length)), { tone: 'success' });
        onDone();
      }}
    >
      {sizeOf(selection) > MOST ? <Alert p="xs">{messages.fireItems.onlyFirst(things(count))}</Alert> : undefined}
      <Select
        label={messages.fireItems.pipeline}
        placeholder={messages.shared.choose}
        searchable
        data-autofocus
        data={ready.map(each => ({ value: String(each.id), label: each.name }))}
        value={chosen}
        onChange={setChosen}
      />
    </DialogForm>
  );
}
