import { Alert, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { SessionStore } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, useOnceAtATime } from '#core/ui/web/index.ts';
import type { SystemState } from '../common/api.ts';
import { messages } from './messages.ts';
import { SystemClient } from './system-client.ts';

/** Sends a test mail and shows what the mail server says. */
export function MailTest({ kind }: { readonly kind: SystemState['mail'] }): JSX.Element {
  const { api } = useService(SystemClient);
  const [to, setTo] = useState(useService(SessionStore).state.email ?? '');
  const test = useMutation({ mutationFn: () => api.testMail({ body: { to: to.trim() } }) });
  const submit = useOnceAtATime(test);
  return (
    <section aria-labelledby="mail">
      <Title order={2} id="mail">
        {messages.mail.mail}
      </Title>
      <Text c="var(--loupe-muted)" mb="xs">
        {messages.mail.kinds[kind]}
      </Text>
      {kind === 'none' ? undefined : (
        <form
          onSubmit={event => {
            event.preventDefault();
            submit();
          }}
        >
          <Group align="end">
            <TextInput
              label={messages.mail.to}
              type="email"
              required
              w={320}
              value={to}
              onChange={event => setTo(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={test.isPending} disabled={to.trim() === ''}>
              {messages.mail.send}
            </Button>
          </Group>
        </form>
      )}
      {test.data === undefined && test.error === null ? undefined : (
        <Alert role="status" mt="sm" maw={640} color={test.data?.sent === true ? 'green' : 'red'}>
          {test.data?.sent === true ? messages.mail.sent : messages.mail.refused}{' '}
          {test.data?.answer ?? errorText(test.error)}
        </Alert>
      )}
    </section>
  );
}
