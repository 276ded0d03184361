import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { errorText, useOnceAtATime } from '#core/ui/web/index.ts';
import { CardForm } from './card-form.tsx';
import { messages } from './messages.ts';

/** Asks for an e-mail address to which a link goes, and says then where to look for it. */
export function AddressForm({
  title,
  help,
  action,
  sent,
  send,
}: {
  readonly title: string;
  readonly help: string;
  readonly action: string;
  /** Text shown once the mail is on its way. */
  readonly sent: (email: string) => string;
  readonly send: (email: string) => Promise<unknown>;
}): JSX.Element {
  const [email, setEmail] = useState('');
  const [done, setDone] = useState(false);

  const sending = useMutation({
    mutationFn: async () => {
      await send(email);
      setDone(true);
    },
  });
  const submit = useOnceAtATime(sending);
  const back = (
    <Anchor href="/" size="sm">
      {messages.addressForm.backToSignIn}
    </Anchor>
  );

  if (done)
    return (
      <Stack gap="md">
        <Text component="h1" fw={600}>
          {messages.addressForm.checkYourMail}
        </Text>
        <Text role="status">{sent(email.trim())}</Text>
        {back}
      </Stack>
    );
  return (
    <CardForm
      title={title}
      note={help}
      problem={sending.error === null ? undefined : errorText(sending.error)}
      action={action}
      busy={sending.isPending}
      ready={email.trim() !== ''}
      onSubmit={submit}
      footer={back}
    >
      <TextInput
        size="sm"
        label={messages.shared.eMail}
        type="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
      />
    </CardForm>
  );
}
