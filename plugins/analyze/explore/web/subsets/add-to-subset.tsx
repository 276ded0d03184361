import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectedItems, sizeOf, things } from '#plugins/workspace/items/web/kit/index.ts';
import { MOST_SELECTED } from '../../common/search-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';
import { useSubsetActions, useSubsets } from './use-subsets.ts';

const NEW = 'new';

interface AddToSubsetProps {
  readonly projectId: number;
  /** The items to add; undefined while the dialog is closed. */
  readonly selection: Selection | undefined;
  readonly onClose: () => void;
}

/** Asks for the subset to which items are added: an existing one or a new one. */
export function AddToSubset({ projectId, selection, onClose }: AddToSubsetProps): JSX.Element {
  return (
    <Modal opened={selection !== undefined} onClose={onClose} title={messages.addToSubset.addToSubset} size="sm">
      {selection === undefined ? undefined : <Form projectId={projectId} selection={selection} onDone={onClose} />}
    </Modal>
  );
}

function Form({
  projectId,
  selection,
  onDone,
}: {
  readonly projectId: number;
  readonly selection: Selection;
  readonly onDone: () => void;
}): JSX.Element {
  const { keeping } = useService(ExploreClient);
  const selected = useService(SelectedItems);
  const subsets = useSubsets(projectId).data ?? [];
  const { change } = useSubsetActions(projectId);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const value = chosen ?? (subsets.length === 0 ? NEW : null);
  const submit = async (): Promise<void> => {
    const known = subsets.find(each => String(each.id) === value);
    const [subset] =
      known === undefined
        ? await keeping.createSubsets({ query: { project_id: projectId }, body: { names: [name.trim()] } })
        : [known];
    await change(subset!, 'ATTACH', await selected.ids(projectId, selection, MOST_SELECTED));
    onDone();
  };
  return (
    <DialogForm
      action={messages.addToSubset.addThings(things(sizeOf(selection)))}
      ready={value !== null && (value !== NEW || name.trim() !== '')}
      onCancel={onDone}
      onSubmit={submit}
    >
      <Stack gap="sm">
        <Select
          label={messages.shared.subset}
          placeholder={messages.addToSubset.chooseASubset}
          searchable
          allowDeselect={false}
          data={[
            { value: NEW, label: messages.shared.newSubset },
            ...subsets.map(each => ({ value: String(each.id), label: each.name })),
          ]}
          value={value}
          onChange={setChosen}
        />
        {value === NEW ? (
          <TextInput
            label={messages.shared.name}
            value={name}
            maxLength={120}
            onChange={event => setName(event.currentTarget.value)}
            data-autofocus
          />
        ) : undefined}
      </Stack>
    </DialogForm>
  );
}
