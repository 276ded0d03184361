import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import { Modal } from './first-opening.tsx';
import { messages } from './messages.ts';

/** A question before something that cannot be taken back, or that is large. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The verb on the button: "Delete 12 items". */
  readonly action: string;
  readonly danger?: boolean;
  /** Text of the other button instead of “Cancel”, where the action itself is to cancel something. */
  readonly refuse?: string;
  /** The person must type this to go on. */
  readonly typed?: string;
}

const state = proxy<{ open: (Confirmation & { readonly answer: (yes: boolean) => void }) | undefined }>({
  open: undefined,
});

/** Asks and waits: true when confirmed. `Esc` and the cross are "no". */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  return new Promise(resolve => {
    state.open?.answer(false);
    state.open = ref({
      ...confirmation,
      answer: (yes: boolean) => {
        state.open = undefined;
        resolve(yes);
      },
    });
  });
}

/** Draws the open question; once, in the shell. */
export function ConfirmHost(): JSX.Element {
  const { open } = useSnapshot(state);
  return (
    <Modal opened={open !== undefined} onClose={() => open?.answer(false)} title={open?.title} size="sm" zIndex={300}>
      {open === undefined ? undefined : (
        <Question key={open.title + open.text} confirmation={open} answer={open.answer} />
      )}
    </Modal>
  );
}

function Question({
  confirmation,
  answer,
}: {
  readonly confirmation: Confirmation;
  readonly answer: (yes: boolean) => void;
}): JSX.Element {
  const [typed, setTyped] = useState('');
  const ready = confirmation.typed === undefined || typed === confirmation.typed;
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (ready) answer(true);
      }}
    >
      <Stack gap="md">
        <Text>{confirmation.text}</Text>
        {confirmation.typed === undefined ? undefined : (
          <TextInput
            label={messages.dialogs.typeTypedToGoOn(confirmation.typed)}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => answer(false)}>
            {confirmation.refuse ?? messages.shared.cancel}
          </Button>
          <Button
            type="submit"
            disabled={!ready}
            {...(confirmation.danger === true ? { color: 'red.9' } : {})}
            {...(confirmation.typed === undefined ? { 'data-autofocus': true } : {})}
          >
            {confirmation.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
