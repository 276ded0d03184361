import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { passwordProblem } from '#core/auth/common/index.ts';
import { errorText, useOnceAtATime } from '#core/ui/web/index.ts';
import { useAccounts } from '../accounts-client.ts';
import { AddressForm } from '../address-form.tsx';
import { MailedLink } from '../mailed-link.tsx';
import { messages } from '../messages.ts';
import { SecondStep } from '../second-step.tsx';
import { SignInCard } from '../sign-in-card.tsx';
import { useArrival } from '../use-arrival.ts';

/** Asks for a link that sets a new password; with the token of such a link, sets it. */
export function ResetPasswordPage({
  token,
  onDone,
}: {
  readonly token: string | undefined;
  readonly onDone: (path: string) => void;
}): JSX.Element {
  const accounts = useAccounts();
  return (
    <SignInCard>
      {token === undefined ? (
        <AddressForm
          title={messages.resetPasswordPage.resetYourPassword}
          help={messages.resetPasswordPage.enterTheEMailAddress}
          action={messages.resetPasswordPage.sendLink}
          sent={email => messages.resetPasswordPage.ifThereIsAnAccount(email)}
          send={email => accounts.requestPasswordReset({ body: { email } })}
        />
      ) : (
        <MailedLink
          purpose="password-reset"
          token={token}
          again="/reset-password"
          height={160}
          form={email => <NewPassword email={email} token={token} onDone={onDone} />}
        />
      )}
    </SignInCard>
  );
}

function NewPassword({
  email,
  token,
  onDone,
}: {
  readonly email: string;
  readonly token: string;
  readonly onDone: (path: string) => void;
}): JSX.Element {
  const accounts = useAccounts();
  const { challenge, arrive } = useArrival();
  const [password, setPassword] = useState('');
  const resetting = useMutation({
    mutationFn: async () => {
      await accounts.resetPassword({ body: { token, password } });
      if (await arrive(email, password, '/')) onDone('/');
    },
  });
  const submit = useOnceAtATime(resetting);
  const problem = resetting.error === null ? undefined : errorText(resetting.error);
  const weak = password === '' ? undefined : passwordProblem(password);

  if (challenge !== undefined)
    return <SecondStep challenge={challenge} onDone={() => onDone('/')} onCancel={() => onDone('/')} />;

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Text component="h1" fw={600}>
          {messages.resetPasswordPage.setANewPassword}
        </Text>
        <Text c="var(--loupe-muted)">{messages.resetPasswordPage.forEmail(email)}</Text>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          size="sm"
          label={messages.resetPasswordPage.newPassword}
          autoComplete="new-password"
          autoFocus
          value={password}
          error={weak === undefined ? undefined : messages.shared.pleaseWeak(weak)}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        {problem === undefined ? undefined : (
          <Alert color="red" variant="light" p="xs" role="alert">
            {problem}
          </Alert>
        )}
        <Button size="sm" type="submit" loading={resetting.isPending} disabled={password === '' || weak !== undefined}>
          {messages.resetPasswordPage.setPasswordAndSignIn}
        </Button>
      </Stack>
    </form>
  );
}
