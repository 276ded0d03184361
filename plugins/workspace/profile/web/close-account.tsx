import { Alert, Button, List, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useEmail, useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { Blocker } from '../common/api.ts';
import { messages } from './messages.ts';
import { ProfileClient } from './profile-client.ts';

/** Deletes the person's account, or says what they own and have to pass on first. */
export function CloseAccount(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <Stack gap="sm" align="flex-start" maw={560}>
      <Text c="var(--loupe-muted)">{messages.closeAccount.youLoseAccessToAllTeams}</Text>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setOpen(true)}>
        {messages.shared.deleteAccount}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={messages.closeAccount.deleteYourAccount} size="sm">
        <CloseForm onCancel={() => setOpen(false)} />
      </Modal>
    </Stack>
  );
}

function CloseForm({ onCancel }: { readonly onCancel: () => void }): JSX.Element {
  const { profile } = useService(ProfileClient);
  const email = useEmail();
  const [password, setPassword] = useState('');
  const [blockers, setBlockers] = useState<readonly Blocker[]>([]);

  const close = async (): Promise<void> => {
    const { success, blockedBy } = await profile.requestDelete({ body: { password } });
    if (success) location.assign('/');
    else setBlockers(blockedBy);
  };

  return (
    <DialogForm action={messages.shared.deleteAccount} ready={password !== ''} onSubmit={close} onCancel={onCancel}>
      <Text>{messages.closeAccount.accountEmailIsDeleted(email)}</Text>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={messages.closeAccount.yourPassword}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
      />
      {blockers.length === 0 ? undefined : (
        <Alert color="orange" p="xs" role="alert" title={messages.closeAccount.youOwnThese}>
          <List size="sm">
            {blockers.map(({ type, id, name }) => (
              <List.Item key={`${type} ${id}`}>
                {type === 'team' ? messages.shared.team : messages.shared.organization} {name}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </DialogForm>
  );
}
