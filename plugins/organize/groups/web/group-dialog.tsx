import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { Group } from '../common/api.ts';
import { GroupsClient } from './groups-client.ts';
import { messages } from './messages.ts';

interface GroupDialogProps {
  /** Undefined for a new one. */
  readonly group: Group | undefined;
  readonly all: readonly Group[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved: (group: Group) => void;
}

/** Makes a group, or changes its name and description. */
export function GroupDialog(props: GroupDialogProps): JSX.Element {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.group === undefined ? messages.shared.newGroup : messages.groupDialog.editGroup}
      size="md"
    >
      {props.opened ? <GroupForm {...props} /> : undefined}
    </Modal>
  );
}

function GroupForm({ group, all, onClose, onSaved }: GroupDialogProps): JSX.Element {
  const { api } = useService(GroupsClient);
  const team = useTeam();
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const taken = all.some(each => each.id !== group?.id && each.name.toLowerCase() === name.trim().toLowerCase());
  const dirty = name.trim() !== (group?.name ?? '') || description.trim() !== (group?.description ?? '');

  const submit = async (): Promise<void> => {
    const body = { name: name.trim(), description: description.trim() === '' ? null : description.trim() };
    onSaved(
      group === undefined
        ? await api.createGroup({ params: { team_id: team.id }, body })
        : await api.updateGroup({ params: { team_id: team.id, group_id: group.id }, body }),
    );
  };

  return (
    <DialogForm
      action={group === undefined ? messages.groupDialog.create : messages.shared.save}
      ready={name.trim() !== '' && !taken && dirty}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={messages.shared.name}
        data-autofocus
        maxLength={100}
        value={name}
        error={taken ? messages.groupDialog.thisNameAlreadyExists : undefined}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Textarea
        label={messages.shared.description}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={description}
        onChange={event => setDescription(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
