import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { Subset } from '../../common/keeping-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';
import { subsetsKey } from './use-subsets.ts';

interface SubsetNameDialogProps {
  readonly projectId: number;
  /** The subset to rename, or `new`; undefined while the dialog is closed. */
  readonly subset: Subset | 'new' | undefined;
  readonly onClose: () => void;
}

/** Names a subset, a new one or one that is renamed. */
export function SubsetNameDialog({ projectId, subset, onClose }: SubsetNameDialogProps): JSX.Element {
  return (
    <Modal
      opened={subset !== undefined}
      onClose={onClose}
      title={subset === 'new' ? messages.shared.newSubset : messages.subsetNameDialog.renameSubset}
      size="sm"
    >
      {subset === undefined ? undefined : <Form projectId={projectId} subset={subset} onDone={onClose} />}
    </Modal>
  );
}

function Form({
  projectId,
  subset,
  onDone,
}: {
  readonly projectId: number;
  readonly subset: Subset | 'new';
  readonly onDone: () => void;
}): JSX.Element {
  const { keeping } = useService(ExploreClient);
  const queries = useQueryClient();
  const before = subset === 'new' ? '' : subset.name;
  const [name, setName] = useState(before);
  const submit = async (): Promise<void> => {
    const query = { project_id: projectId };
    await (subset === 'new'
      ? keeping.createSubsets({ query, body: { names: [name.trim()] } })
      : keeping.renameSubset({ params: { subset_id: subset.id }, query, body: { name: name.trim() } }));
    onDone();
    await queries.invalidateQueries({ queryKey: subsetsKey(projectId) });
  };
  return (
    <DialogForm
      action={subset === 'new' ? messages.subsetNameDialog.create : messages.subsetNameDialog.rename}
      ready={name.trim() !== '' && name.trim() !== before}
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
