import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import type { MfaChallenge, MfaMethod } from '#core/auth/common/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

const TEXTS: Readonly<Record<MfaMethod, { readonly help: string; readonly label: string; readonly other: string }>> = {
  TOTP: {
    help: messages.secondStep.openYourAuthenticatorApp,
    label: messages.secondStep.code,
    other: messages.secondStep.useARecoveryCode,
  },
  RECOVERY: {
    help: messages.secondStep.enterOneOfTheRecovery,
    label: messages.secondStep.recoveryCode,
    other: messages.secondStep.useYourAuthenticatorApp,
  },
};

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStep({
  challenge: { challenge, methods },
  onDone,
  onCancel,
}: {
  readonly challenge: MfaChallenge;
  readonly onDone: () => Promise<void> | void;
  /** Back to the password; with the reason when the time for the code is over. */
  readonly onCancel: (reason?: string) => void;
}): JSX.Element {
  const session = useService(SessionStore);
  const [method, setMethod] = useState<MfaMethod>('TOTP');
  const [code, setCode] = useState('');
  const { help, label, other } = TEXTS[method];

  const answer = useMutation({
    mutationFn: async () => {
      await session.answerChallenge(challenge, method, code);
      await onDone();
    },
    onError: error => {
      setCode('');
      if (isFault(error) && error.code === 'CHALLENGE_EXPIRED') onCancel(error.message);
    },
  });

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        answer.mutate();
      }}
    >
      <Stack gap="md">
        <Text c="var(--loupe-muted)">{help}</Text>
        <TextInput
          key={method}
          size="sm"
          label={label}
          autoComplete={method === 'TOTP' ? 'one-time-code' : 'off'}
          inputMode={method === 'TOTP' ? 'numeric' : 'text'}
          maxLength={20}
          autoFocus
          data-autofocus
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        {answer.error === null ? undefined : (
          <Alert color="red" variant="light" p="xs" role="alert">
            {errorText(answer.error)}
          </Alert>
        )}
        <Button size="sm" type="submit" loading={answer.isPending} disabled={code.trim() === ''}>
          {messages.shared.signIn}
        </Button>
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => onCancel()}>
            {messages.secondStep.back}
          </Button>
          {methods.includes('RECOVERY') ? (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setMethod(method === 'TOTP' ? 'RECOVERY' : 'TOTP');
                setCode('');
                answer.reset();
              }}
            >
              {other}
            </Button>
          ) : undefined}
        </Group>
      </Stack>
    </form>
  );
}
