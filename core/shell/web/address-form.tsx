import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { errorText, useOnceAtATime } from '#core/ui/web/index.ts';
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
  const problem = sending.error === null ? undefined : errorText(sending.error);

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Text component="h1" fw={600}>
          {done ? messages.addressForm.checkYourMail : title}
        </Text>
        {done ? (
          <Text role="status">{sent(email.trim())}</Text>
        ) : (
          <>
            <Text c="var(--loupe-muted)">{help}</Text>
            <TextInput
              size="sm"
              label={messages.shared.eMail}
              type="email"
              autoComplete="username"
              autoFocus
              value={email}
              onChange={event => setEmail(event.currentTarget.value)}
            />
            {problem === undefined ? undefined : (
              <Alert color="red" variant="light" p="xs" role="alert">
                {problem}
              </Alert>
            )}
            <Button size="sm" type="submit" loading={sending.isPending} disabled={email.trim() === ''}>
              {action}
            </Button>
          </>
        )}
        <Anchor href="/" size="sm">
          {messages.addressForm.backToSignIn}
        </Anchor>
      </Stack>
    </form>
  );
}
