import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

interface BoardDialogProps {
  /** The name to begin with; undefined while the dialog is closed. */
  readonly name: string | undefined;
  readonly title: string;
  readonly action: string;
  readonly onClose: () => void;
  readonly onSubmit: (name: string) => Promise<void>;
}

/** Asks for the name of a board. */
export function BoardDialog({ name, title, action, onClose, onSubmit }: BoardDialogProps): JSX.Element {
  return (
    <Modal opened={name !== undefined} onClose={onClose} title={title} size="sm">
      {name === undefined ? undefined : <NameForm name={name} action={action} onClose={onClose} onSubmit={onSubmit} />}
    </Modal>
  );
}

function NameForm({
  name,
  action,
  onClose,
  onSubmit,
}: Omit<BoardDialogProps, 'title' | 'name'> & { readonly name: string }): JSX.Element {
  const [text, setText] = useState(name);
  return (
    <DialogForm
      action={action}
      ready={text.trim() !== '' && text.trim() !== name}
      onCancel={onClose}
      onSubmit={async () => {
        await onSubmit(text.trim());
        onClose();
      }}
    >
      <TextInput
        label={messages.boardDialog.name}
        data-autofocus
        required
        maxLength={120}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
