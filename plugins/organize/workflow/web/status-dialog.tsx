import { Alert, Input, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { statusIcons } from '../common/status-icons.ts';
import { statusShortcuts } from '../common/status-shortcuts.ts';
import { roleOrStatusNameProblem } from '../common/validate-workflow.ts';
import type { TeamStatus } from '../common/vocabulary-api.ts';
import { messages } from './messages.ts';
import { StatusIcon } from './status-icon.tsx';
import { WordFields } from './word-fields.tsx';
import type { WordDialogProps } from './words-page.tsx';
import { WorkflowAdmin } from './workflow-admin.ts';
import classes from './workflow.module.css';

/** Makes or changes a status: name, description, icon and key. */
export function StatusDialog(props: WordDialogProps<TeamStatus>): JSX.Element {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.word === undefined ? messages.statusDialog.newStatus : messages.statusDialog.editStatus}
      size="md"
    >
      {props.opened ? <StatusForm key={props.word?.id ?? 'new'} {...props} /> : undefined}
    </Modal>
  );
}

function StatusForm({ word: status, all, used, onClose, onSaved }: WordDialogProps<TeamStatus>): JSX.Element {
  const { words } = useService(WorkflowAdmin);
  const [name, setName] = useState(status?.name ?? '');
  const [description, setDescription] = useState(status?.description ?? '');
  const [icon, setIcon] = useState<number | null>(status?.icon_id ?? 1);
  const [shortcut, setShortcut] = useState<number | null>(status?.shortcut_id ?? null);
  const taken = all.some(each => each.id !== status?.id && each.name.toLowerCase() === name.trim().toLowerCase());
  const problem = roleOrStatusNameProblem(name.trim()) ?? (taken ? messages.shared.thisNameAlreadyExists : undefined);
  const dirty =
    name.trim() !== (status?.name ?? '') ||
    description !== (status?.description ?? '') ||
    icon !== (status?.icon_id ?? 1) ||
    shortcut !== (status?.shortcut_id ?? null);
  const sharing = all.find(
    each => each.id !== status?.id && each.shortcut_id !== null && each.shortcut_id === shortcut,
  );

  const submit = async (): Promise<void> => {
    const body = { name: name.trim(), description, icon_id: icon, shortcut_id: shortcut };
    onSaved(
      status === undefined
        ? await words.createStatus({ body })
        : await words.updateStatus({ params: { id: status.id }, body }),
    );
  };

  return (
    <DialogForm
      action={status === undefined ? messages.shared.create : messages.shared.save}
      ready={dirty && problem === undefined}
      onSubmit={submit}
      onCancel={onClose}
    >
      <WordFields
        name={name}
        problem={problem}
        description={description}
        onName={setName}
        onDescription={setDescription}
      />
      <Input.Wrapper label={messages.statusDialog.icon} labelElement="div">
        <div className={classes['icons']} role="radiogroup" aria-label={messages.statusDialog.icon}>
          {statusIcons.map(each => (
            <UnstyledButton
              key={each.id}
              className={classes['icon']}
              role="radio"
              aria-checked={icon === each.id}
              aria-label={each.name.replaceAll('-', ' ')}
              title={each.name.replaceAll('-', ' ')}
              onClick={() => setIcon(each.id)}
            >
              <StatusIcon id={each.id} />
            </UnstyledButton>
          ))}
        </div>
      </Input.Wrapper>
      <Select
        label={messages.statusDialog.shortcut}
        placeholder={messages.shared.none}
        clearable
        data={statusShortcuts.map(each => ({ value: String(each.id), label: each.label }))}
        value={shortcut === null ? null : String(shortcut)}
        description={
          sharing === undefined
            ? messages.statusDialog.setsTheStatusInTheEditor
            : messages.statusDialog.nameHasThisKeyToo(sharing.name)
        }
        onChange={value => setShortcut(value === null ? null : Number(value))}
      />
      {status !== undefined && name.trim() !== status.name && used !== undefined ? (
        <Alert p="xs" color="loupe">
          {messages.statusDialog.newNameShowsAtOnce(used)}
        </Alert>
      ) : undefined}
    </DialogForm>
  );
}
