import { Checkbox, Code, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { SavedQuery } from '../../common/keeping-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';

/** Subject of the dialog: a query to be kept, or a kept one to be called otherwise. */
export type Saving = { readonly text: string } | { readonly saved: SavedQuery };

interface SaveDialogProps {
  readonly projectId: number;
  readonly saving: Saving | undefined;
  readonly onClose: () => void;
}

/** Gives a query a name. */
export function SaveDialog({ projectId, saving, onClose }: SaveDialogProps): JSX.Element {
  return (
    <Modal
      opened={saving !== undefined}
      onClose={onClose}
      title={saving !== undefined && 'saved' in saving ? messages.saveDialog.renameQuery : messages.shared.saveQuery}
      size="md"
    >
      {saving === undefined ? undefined : <Form projectId={projectId} saving={saving} onDone={onClose} />}
    </Modal>
  );
}

function Form({
  projectId,
  saving,
  onDone,
}: {
  readonly projectId: number;
  readonly saving: Saving;
  readonly onDone: () => void;
}): JSX.Element {
  const { keeping } = useService(ExploreClient);
  const queries = useQueryClient();
  const before = 'saved' in saving ? saving.saved : undefined;
  const [name, setName] = useState(before?.name ?? '');
  const [shared, setShared] = useState(before?.shared ?? true);
  const text = 'saved' in saving ? saving.saved.text : saving.text;
  const place = { project_id: projectId };
  const submit = async (): Promise<void> => {
    await (before === undefined
      ? keeping.createQuery({ query: place, body: { name: name.trim(), text, shared } })
      : keeping.updateQuery({ params: { query_id: before.id }, query: place, body: { name: name.trim(), shared } }));
    onDone();
    toast(messages.saveDialog.nameIsSaved(name.trim()), { tone: 'success' });
    await queries.invalidateQueries({ queryKey: ['explore', 'saved', projectId] });
  };
  return (
    <DialogForm
      action={messages.shared.save}
      ready={name.trim() !== '' && (name.trim() !== before?.name || shared !== before.shared)}
      onCancel={onDone}
      onSubmit={submit}
    >
      <Stack gap="sm">
        <Code block>{text}</Code>
        <TextInput
          label={messages.shared.name}
          value={name}
          maxLength={120}
          onChange={event => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Checkbox
          label={messages.saveDialog.everybodyInTheProjectSeesIt}
          checked={shared}
          onChange={event => setShared(event.currentTarget.checked)}
        />
      </Stack>
    </DialogForm>
  );
}
