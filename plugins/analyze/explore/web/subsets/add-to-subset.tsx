import { Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, errorText, Modal } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { AskedChange, SelectionFormProps } from '#plugins/workspace/items/web/kit/index.ts';
import { ItemActions, sizeOf, things } from '#plugins/workspace/items/web/kit/index.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';
import { additionText } from './addition-text.ts';
import type { SubsetAddition } from './subset-dialog.ts';
import { SubsetDialog } from './subset-dialog.ts';
import { subsetsKey, useSubsets } from './use-subsets.ts';

const additionTo = (subset_id: number, created = false): AskedChange => ({
  kind: 'subset',
  value: { subset_id, mode: 'add', ...(created ? { created } : {}) },
});

/** Asks for the subset to which items are added: an existing one, or the name of a new one. */
export function AddToSubset({ projectId }: { readonly projectId: number }): JSX.Element {
  const dialog = useService(SubsetDialog);
  const addition = useSnapshot(dialog.state).addition as SubsetAddition | undefined;
  const close = (): void => dialog.close();
  return (
    <Modal
      opened={addition !== undefined}
      onClose={close}
      title={addition?.to === 'new' ? messages.shared.newSubset : messages.addToSubset.addToSubset}
      size="sm"
    >
      {addition === undefined ? undefined : addition.to === 'new' ? (
        <NewSubset projectId={projectId} selection={addition.selection} onDone={close} />
      ) : (
        <ExistingSubset projectId={projectId} selection={addition.selection} onDone={close} />
      )}
    </Modal>
  );
}

function ExistingSubset({ projectId, selection, onDone }: SelectionFormProps): JSX.Element {
  const actions = useService(ItemActions);
  const { data: subsets = [] } = useSubsets(projectId);
  const [chosen, setChosen] = useState<string | null>(null);
  // What follows from an earlier selection is not kept.
  const preview = useQuery({
    queryKey: itemKeys.dependent('explore', projectId, 'subset addition', chosen),
    queryFn: () => actions.preview(projectId, selection, additionTo(Number(chosen))),
    enabled: chosen !== null,
    gcTime: 0,
  });
  const found = preview.data;
  const added = found === undefined || found.examined < found.total ? sizeOf(selection) : found.changes;
  return (
    <DialogForm
      action={messages.addToSubset.addThings(things(added))}
      ready={chosen !== null && added > 0}
      onCancel={onDone}
      onSubmit={async () => {
        onDone();
        void actions.change(projectId, selection, additionTo(Number(chosen)), false);
      }}
    >
      <Stack gap="xs">
        <Select
          label={messages.shared.subset}
          placeholder={messages.addToSubset.chooseASubset}
          searchable
          allowDeselect={false}
          nothingFoundMessage={messages.shared.nothingOfThisName}
          data={subsets.map(each => ({ value: String(each.id), label: each.name }))}
          value={chosen}
          onChange={setChosen}
          data-autofocus
        />
        {chosen === null ? undefined : (
          <Text size="sm" role="status">
            {preview.error !== null
              ? errorText(preview.error)
              : found === undefined
                ? messages.addToSubset.checking
                : additionText(found)}
          </Text>
        )}
      </Stack>
    </DialogForm>
  );
}

function NewSubset({ projectId, selection, onDone }: SelectionFormProps): JSX.Element {
  const { keeping } = useService(ExploreClient);
  const actions = useService(ItemActions);
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const submit = async (): Promise<void> => {
    const [subset] = await keeping.createSubsets({ query: { project_id: projectId }, body: { names: [name.trim()] } });
    onDone();
    void queries.invalidateQueries({ queryKey: subsetsKey(projectId) });
    void actions.change(projectId, selection, additionTo(subset!.id, true), false);
  };
  return (
    <DialogForm
      action={messages.addToSubset.createWith(things(sizeOf(selection)))}
      ready={name.trim() !== ''}
      onCancel={onDone}
      onSubmit={submit}
    >
      <TextInput
        label={messages.shared.name}
        value={name}
        maxLength={120}
        onChange={event => setName(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  );
}
