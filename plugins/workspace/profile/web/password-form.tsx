import { Alert, Button, Checkbox, Group, PasswordInput, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Connection } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { useEmail, useService } from '#core/kernel/web/index.ts';
import { errorText, toast, useOnceAtATime } from '#core/ui/web/index.ts';
import { passwordStrength } from '../common/password-strength.ts';
import { messages } from './messages.ts';

const COLORS = ['red', 'orange', 'yellow', 'teal'] as const;

/** Changes the password; every other device is signed out by it, and this one where it is asked for. */
export function PasswordForm({ onChanged }: { readonly onChanged: () => void }): JSX.Element {
  const session = useService(SessionStore);
  const email = useEmail();
  const { online } = useSnapshot(useService(Connection).state);
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [again, setAgain] = useState('');
  const [leaves, setLeaves] = useState(false);
  const strength = passwordStrength(newPassword);
  const differs = again !== '' && again !== newPassword;

  const changing = useMutation({
    mutationFn: async () => {
      await session.changePassword(oldPassword, newPassword, { signsOut: leaves });
      setOldPassword('');
      setNewPassword('');
      setAgain('');
      toast(messages.passwordForm.passwordChanged, { tone: 'success' });
      if (!leaves) onChanged();
    },
  });
  const submit = useOnceAtATime(changing);
  const failure = changing.error === null ? undefined : errorText(changing.error);

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md" maw={420}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={messages.passwordForm.oldPassword}
          autoComplete="current-password"
          value={oldPassword}
          onChange={event => setOldPassword(event.currentTarget.value)}
        />
        <div>
          <PasswordInput
            label={messages.passwordForm.newPassword}
            autoComplete="new-password"
            value={newPassword}
            aria-describedby="password-strength"
            onChange={event => setNewPassword(event.currentTarget.value)}
          />
          <div id="password-strength" aria-live="polite">
            {newPassword === '' ? undefined : (
              <>
                <Progress
                  size={4}
                  mt={6}
                  value={[15, 35, 65, 100][strength.level]!}
                  color={COLORS[strength.level]!}
                  aria-hidden
                />
                <Text size="sm" c="var(--loupe-muted)" mt={2}>
                  {strength.text}
                </Text>
              </>
            )}
          </div>
        </div>
        <PasswordInput
          label={messages.passwordForm.newPasswordAgain}
          autoComplete="new-password"
          value={again}
          error={differs ? messages.passwordForm.twoAreNotTheSame : undefined}
          onChange={event => setAgain(event.currentTarget.value)}
        />
        <Checkbox
          label={messages.passwordForm.signOutHereToo}
          checked={leaves}
          onChange={event => setLeaves(event.currentTarget.checked)}
        />
        {failure === undefined ? undefined : (
          <Alert color="red" p="xs" role="alert">
            {failure}
          </Alert>
        )}
        <Group>
          <Button
            type="submit"
            loading={changing.isPending}
            disabled={oldPassword === '' || strength.level === 0 || again !== newPassword || !online}
          >
            {messages.passwordForm.changePassword}
          </Button>
          {online ? undefined : (
            <Text size="sm" c="var(--loupe-muted)">
              {messages.passwordForm.connectFirst}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
