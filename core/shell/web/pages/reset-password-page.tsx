import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { passwordProblem } from '#core/auth/common/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { useAccounts } from '../accounts-client.ts';
import { AddressForm } from '../address-form.tsx';
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
          title="Reset your password"
          help="Enter the e-mail address of your account. We send you a link to set a new password."
          action="Send link"
          sent={email => `If there is an account for ${email}, a link is on its way. It works for 1 hour.`}
          send={email => accounts.requestPasswordReset({ body: { email } })}
        />
      ) : (
        <NewPassword token={token} onDone={onDone} />
      )}
    </SignInCard>
  );
}

function NewPassword({
  token,
  onDone,
}: {
  readonly token: string;
  readonly onDone: (path: string) => void;
}): JSX.Element {
  const accounts = useAccounts();
  const { challenge, arrive } = useArrival();
  const link = useQuery({
    queryKey: ['core', 'link', token],
    queryFn: () => accounts.describeLink({ body: { purpose: 'password-reset', token } }),
    staleTime: Infinity,
  });
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const weak = password === '' ? undefined : passwordProblem(password);

  if (challenge !== undefined)
    return <SecondStep challenge={challenge} onDone={() => onDone('/')} onCancel={() => onDone('/')} />;
  if (link.error !== null)
    return (
      <Stack gap="md">
        <Text role="alert">{errorText(link.error)}</Text>
        <Anchor href="/reset-password" size="sm">
          Ask for a new link
        </Anchor>
      </Stack>
    );
  if (link.data === undefined) return <Skeleton h={160} />;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const { email } = await accounts.resetPassword({ body: { token, password } });
      if (await arrive(email, password, '/')) onDone('/');
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };

  return (
    <form onSubmit={event => void submit(event)}>
      <Stack gap="md">
        <Text component="h1" fw={600}>
          Set a new password
        </Text>
        <Text c="var(--loupe-muted)">For {link.data.email}. All your devices are signed out.</Text>
        <input type="text" name="username" autoComplete="username" value={link.data.email} readOnly hidden />
        <PasswordInput
          size="sm"
          label="New password"
          autoComplete="new-password"
          autoFocus
          value={password}
          error={weak === undefined ? undefined : `Please ${weak}`}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        {problem === undefined ? undefined : (
          <Alert color="red" variant="light" p="xs" role="alert">
            {problem}
          </Alert>
        )}
        <Button size="sm" type="submit" loading={busy} disabled={password === '' || weak !== undefined}>
          Set password and sign in
        </Button>
      </Stack>
    </form>
  );
}
