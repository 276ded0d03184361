import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FormEvent, JSX } from 'react';
import type { MfaChallenge } from '#core/auth/common/index.ts';
import type { SessionStore } from '#core/auth/web/index.ts';
import { challengeOf } from '#core/auth/web/index.ts';
import { errorText, Modal } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';
import { SecondStep } from './second-step.tsx';

/** The session ended while somebody works: they sign in again in place, and the page keeps everything. */
export function SessionExpiredDialog({
  opened,
  session,
}: {
  readonly opened: boolean;
  readonly session: SessionStore;
}): JSX.Element {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [challenge, setChallenge] = useState<MfaChallenge>();
  const email = session.state.address ?? session.state.email ?? '';

  useEffect(() => {
    if (!opened) return;
    // Signed in in another tab meanwhile: this one goes on by itself.
    const retry = (): void => void session.renew().catch(() => undefined);
    addEventListener('focus', retry);
    return () => removeEventListener('focus', retry);
  }, [opened, session]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await session.signIn(email, password);
      setPassword('');
      setProblem(undefined);
    } catch (error) {
      const asked = challengeOf(error);
      if (asked === undefined) setProblem(errorText(error));
      setChallenge(asked);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title={messages.sessionExpiredDialog.pleaseSignInAgain}
      size="xs"
    >
      {challenge === undefined ? undefined : (
        <SecondStep
          challenge={challenge}
          onDone={() => {
            setChallenge(undefined);
            setPassword('');
          }}
          onCancel={reason => {
            setProblem(reason);
            setChallenge(undefined);
          }}
        />
      )}
      <form hidden={challenge !== undefined} onSubmit={event => void submit(event)}>
        <Stack gap="md">
          <Text>{messages.sessionExpiredDialog.yourSignInHasEnded}</Text>
          <PasswordInput
            label={email}
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
          />
          {problem === undefined ? undefined : (
            <Alert color="red" p="xs" role="alert">
              {problem}
            </Alert>
          )}
          <Group justify="space-between">
            <Anchor href="/" target="_blank" size="sm">
              {messages.sessionExpiredDialog.anotherWay}
            </Anchor>
            <Button type="submit" disabled={password === ''}>
              {messages.shared.signIn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
