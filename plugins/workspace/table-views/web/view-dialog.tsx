import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

/** Name and audience of a view. */
export interface ViewName {
  readonly name: string;
  readonly shared: boolean;
}

interface ViewDialogProps {
  readonly title: string;
  readonly start: ViewName;
  /** The person may keep views for the whole team; undefined where that is settled already. */
  readonly shares: boolean | undefined;
  /** Names that are taken, among those of the team or the person's own. */
  readonly taken: (view: ViewName) => boolean;
  readonly onSave: (view: ViewName) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a view. */
export function ViewDialog({ title, start, shares, taken, onSave, onClose }: ViewDialogProps): JSX.Element {
  const [draft, setDraft] = useState(start);
  const name = draft.name.trim();
  const clash = name !== '' && name !== start.name && taken({ ...draft, name });
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <DialogForm
        action={messages.viewDialog.save}
        ready={name !== '' && !clash}
        onSubmit={() => onSave({ ...draft, name })}
        onCancel={onClose}
      >
        <TextInput
          label={messages.viewDialog.name}
          data-autofocus
          maxLength={120}
          value={draft.name}
          error={clash ? messages.viewDialog.viewWithThisName : undefined}
          onChange={event => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        {shares === true ? (
          <Checkbox
            label={messages.viewDialog.forTheWholeTeam}
            checked={draft.shared}
            onChange={event => setDraft({ ...draft, shared: event.currentTarget.checked })}
          />
        ) : undefined}
      </DialogForm>
    </Modal>
  );
}
