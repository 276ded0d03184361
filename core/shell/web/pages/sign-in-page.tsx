import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { SessionStore } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { Mark } from '../brand.tsx';
import classes from '../shell.module.css';

/** E-mail and password. Which of the two was wrong is never said. */
export function SignInPage(): JSX.Element {
  const session = useService(SessionStore);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await session.signIn(email, password);
    } catch (error) {
      setProblem(errorText(error));
      setPassword('');
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className={classes['card']}>
      <div className={classes['cardInner']}>
        <div className={classes['brand']}>
          <Mark size={30} />
          Loupe
        </div>
        <form className={classes['cardPanel']} onSubmit={event => void submit(event)}>
          <Stack gap="md">
            <TextInput
              size="sm"
              label="E-mail"
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
              label="Password"
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
            <Button size="sm" type="submit" loading={busy} disabled={email === '' || password === ''}>
              Sign in
            </Button>
          </Stack>
        </form>
      </div>
    </main>
  );
}
