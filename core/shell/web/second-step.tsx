import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type { MfaChallenge, MfaMethod } from '#core/auth/common/index.ts';
import { mfaApi } from '#core/auth/common/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, useOnceAtATime } from '#core/ui/web/index.ts';
import { CardForm } from './card-form.tsx';
import { messages } from './messages.ts';

/** Texts of each way to answer; `use` is on the button that leads to it. */
const TEXTS: Readonly<Record<MfaMethod, { readonly help: string; readonly label: string; readonly use: string }>> = {
  TOTP: {
    help: messages.secondStep.openYourAuthenticatorApp,
    label: messages.secondStep.code,
    use: messages.secondStep.useYourAuthenticatorApp,
  },
  SMS: {
    help: messages.secondStep.enterTheCodeWeSent,
    label: messages.secondStep.code,
    use: messages.secondStep.useATextMessage,
  },
  RECOVERY: {
    help: messages.secondStep.enterOneOfTheRecovery,
    label: messages.secondStep.recoveryCode,
    use: messages.secondStep.useARecoveryCode,
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
  const [method, setMethod] = useState<MfaMethod>(methods[0] ?? 'TOTP');
  const [code, setCode] = useState('');
  const { help, label } = TEXTS[method];
  const mfa = client(mfaApi, useService(Transport));
  const resend = useMutation({
    mutationFn: () => mfa.sendChallengeCode({ body: { challenge } }),
    onError: error => {
      if (isFault(error) && error.code === 'CHALLENGE_EXPIRED') onCancel(error.message);
    },
  });

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
  const submit = useOnceAtATime(answer);

  const problem = answer.error ?? resend.error;

  return (
    <CardForm
      note={help}
      problem={problem === null ? undefined : errorText(problem)}
      action={messages.shared.signIn}
      busy={answer.isPending}
      ready={code.trim() !== ''}
      onSubmit={submit}
      footer={
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => onCancel()}>
            {messages.secondStep.back}
          </Button>
          {methods
            .filter(each => each !== method)
            .map(each => (
              <Button
                key={each}
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  setMethod(each);
                  setCode('');
                  answer.reset();
                }}
              >
                {TEXTS[each].use}
              </Button>
            ))}
        </Group>
      }
    >
      <TextInput
        key={method}
        size="sm"
        label={label}
        autoComplete={method === 'RECOVERY' ? 'off' : 'one-time-code'}
        inputMode={method === 'RECOVERY' ? 'text' : 'numeric'}
        maxLength={20}
        autoFocus
        data-autofocus
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
      />
      {method === 'SMS' ? (
        <Button variant="default" size="compact-sm" loading={resend.isPending} onClick={() => resend.mutate()}>
          {resend.isSuccess ? messages.secondStep.sentAgain : messages.secondStep.sendAgain}
        </Button>
      ) : undefined}
    </CardForm>
  );
}
