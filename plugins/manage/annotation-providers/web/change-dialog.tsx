import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { ProviderRequest } from '../common/api.ts';
import type { RequestAnswer, RequestDecision } from '../common/request-states.ts';
import { messages } from './messages.ts';

interface Change<State> {
  readonly request: ProviderRequest;
  readonly state: State;
}

interface ChangeDialogProps<State> {
  /** Undefined: the dialog is closed. */
  readonly change: Change<State> | undefined;
  /** The verb on the button. */
  readonly action: string;
  /** True where the provider asks. */
  readonly answers?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (note: string, change: Change<State>) => Promise<void>;
}

/** Asks for a note before a request changes its state. */
export function ChangeDialog<State extends RequestAnswer | RequestDecision>({
  change,
  onClose,
  ...more
}: ChangeDialogProps<State>): JSX.Element {
  const title = change === undefined ? '' : titleOf(change, more.answers === true);
  return (
    <Modal opened={change !== undefined} onClose={onClose} title={title}>
      {change === undefined ? undefined : <Fields change={change} onClose={onClose} {...more} />}
    </Modal>
  );
}

/** `accepted` is what a provider accepts, and what the team returns. */
const titleOf = ({ request, state }: Change<RequestAnswer | RequestDecision>, answers: boolean): string =>
  answers && state === 'accepted'
    ? messages.changeDialog.accept(request.project)
    : messages.changeDialog.titles[state](request.project);

function Fields<State extends RequestAnswer | RequestDecision>({
  change,
  action,
  answers = false,
  onClose,
  onConfirm,
}: ChangeDialogProps<State> & { readonly change: Change<State> }): JSX.Element {
  const [note, setNote] = useState('');
  const submit = async (): Promise<void> => {
    await onConfirm(note.trim(), change);
    onClose();
  };
  return (
    <DialogForm action={action} ready onSubmit={submit} onCancel={onClose}>
      <Text>
        {answers && change.state === 'accepted'
          ? messages.changeDialog.acceptExplain
          : messages.changeDialog.explains[change.state]}
      </Text>
      <Textarea
        label={messages.shared.note}
        description={messages.changeDialog.noteHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        data-autofocus
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
