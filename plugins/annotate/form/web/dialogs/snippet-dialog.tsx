import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { FormComponent } from '../../common/form-document.ts';
import { emptyForm, writeForm } from '../../common/form-document.ts';
import { FormClient, snippetsKey } from '../form-client.ts';
import { messages } from '../messages.ts';

/** Keeps components under a name, to put them into other forms. Open while there are some. */
export function SnippetDialog({
  components,
  onClose,
}: {
  readonly components: readonly FormComponent[] | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal opened={components !== undefined} onClose={onClose} title={messages.shared.saveAsSnippet} size="sm">
      {components === undefined ? undefined : <Fields components={components} onClose={onClose} />}
    </Modal>
  );
}

function Fields({
  components,
  onClose,
}: {
  readonly components: readonly FormComponent[];
  readonly onClose: () => void;
}): JSX.Element {
  const project = useProject();
  const team = useTeam();
  const queries = useQueryClient();
  const { builder } = useService(FormClient);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = async (): Promise<void> => {
    await builder.createFormSnippet({
      params: { project_id: project.id },
      body: {
        name: name.trim(),
        shared,
        components: writeForm({ ...emptyForm, components })['components'] as Record<string, unknown>[],
      },
    });
    await queries.invalidateQueries({ queryKey: snippetsKey(team.id) });
    toast(messages.snippetDialog.nameIsInTheList(name.trim()), { tone: 'success' });
    onClose();
  };
  return (
    <DialogForm action={messages.snippetDialog.save} ready={name.trim() !== ''} onCancel={onClose} onSubmit={save}>
      <TextInput
        label={messages.shared.name}
        data-autofocus
        maxLength={100}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Checkbox
        label={messages.snippetDialog.everybodyInTheTeam}
        checked={shared}
        onChange={event => setShared(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}
