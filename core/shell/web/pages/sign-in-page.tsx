import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import type { MfaChallenge } from '#core/auth/common/index.ts';
import { challengeOf, passkeysWork, SessionStore } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, useOnceAtATime } from '#core/ui/web/index.ts';
import { useAccounts } from '../accounts-client.ts';
import { Mark } from '../brand.tsx';
import { messages } from '../messages.ts';
import { SecondStep } from '../second-step.tsx';
import classes from '../shell.module.css';

/** E-mail and password. Which of the two was wrong is never said. */
export function SignInPage(): JSX.Element {
  const session = useService(SessionStore);
  const accounts = useAccounts();
  const options = useQuery({ queryKey: ['core', 'sign-in-options'], queryFn: () => accounts.signInOptions() });
  const installs = options.data?.installation === true;
  useEffect(() => {
    if (installs) location.replace('/install');
  }, [installs]);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [challenge, setChallenge] = useState<MfaChallenge>();

  const leave = async (): Promise<void> => {
    if (email.trim() === '') {
      setProblem(messages.signInPage.enterYourEMail);
      return;
    }
    setProblem(undefined);
    await session
      .leaveForProvider(email, location.pathname + location.search)
      .catch((error: unknown) => setProblem(errorText(error)));
  };

  const signIn = useMutation({
    mutationFn: () => session.signIn(email, password),
    onMutate: () => setProblem(undefined),
    onError: async error => {
      if (isFault(error) && error.code === 'SSO_REQUIRED') return leave();
      const asked = challengeOf(error);
      if (asked === undefined) setProblem(errorText(error));
      setChallenge(asked);
      setPassword('');
    },
  });
  const submit = useOnceAtATime(signIn);

  const signInWithPasskey = async (): Promise<void> => {
    setProblem(undefined);
    await session.signInWithPasskey().catch((error: unknown) => setProblem(errorText(error)));
  };

  return (
    <main className={classes['card']}>
      <div className={classes['cardInner']}>
        <div className={classes['brand']}>
          <Mark size={30} />
          Loupe
        </div>
        {challenge === undefined ? undefined : (
          <div className={classes['cardPanel']}>
            <SecondStep
              challenge={challenge}
              onDone={() => undefined}
              onCancel={reason => {
                setProblem(reason);
                setChallenge(undefined);
              }}
            />
          </div>
        )}
        <form
          className={classes['cardPanel']}
          hidden={challenge !== undefined}
          onSubmit={event => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap="md">
            <TextInput
              size="sm"
              label={messages.shared.eMail}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus
              value={email}
              onChange={event => setEmail(event.currentTarget.value)}
            />
            <PasswordInput
              size="sm"
              label={messages.shared.password}
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={password}
              onChange={event => setPassword(event.currentTarget.value)}
            />
            {problem === undefined ? undefined : (
              <Alert color="red" variant="light" p="xs" role="alert">
                {problem}
              </Alert>
            )}
            <Button size="sm" type="submit" loading={signIn.isPending} disabled={email === '' || password === ''}>
              {messages.shared.signIn}
            </Button>
            {options.data?.singleSignOn === true ? (
              <Button size="sm" variant="default" onClick={() => void leave()}>
                {messages.signInPage.useSingleSignOn}
              </Button>
            ) : undefined}
            {passkeysWork() ? (
              <Button size="sm" variant="default" onClick={() => void signInWithPasskey()}>
                {messages.signInPage.useAPasskey}
              </Button>
            ) : undefined}
            {options.data === undefined ? undefined : (
              <Group justify="space-between" gap="xs">
                {options.data.passwordReset ? (
                  <Anchor href="/reset-password" size="sm">
                    {messages.signInPage.forgotYourPassword}
                  </Anchor>
                ) : undefined}
                {options.data.signUp ? (
                  <Anchor href="/sign-up" size="sm">
                    {messages.shared.createAnAccount}
                  </Anchor>
                ) : undefined}
              </Group>
            )}
          </Stack>
        </form>
      </div>
    </main>
  );
}
