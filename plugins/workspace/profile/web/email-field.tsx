import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { describedBy, DialogForm, Modal } from '#core/ui/web/index.ts';
import type { User } from '../common/api.ts';
import { useIdentityProof } from './identity-proof.tsx';
import { messages } from './messages.ts';
import { ProfileClient } from './profile-client.ts';

/** The address the person signs in with; another one is confirmed by a link that is mailed to it. */
export function EmailField({ user }: { readonly user: User }): JSX.Element {
  const { accounts } = useService(ProfileClient);
  const options = useQuery({ queryKey: ['core', 'sign-in-options'], queryFn: () => accounts.signInOptions() });
  const { withProof, dialog } = useIdentityProof();
  const note = useId();
  const [opened, setOpened] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const change = (email: string): Promise<boolean> =>
    withProof(async () => {
      await accounts.requestEmailChange({ body: { email } });
      setSentTo(email);
    });

  return (
    <Stack gap={6} maw={420}>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          label={messages.emailField.eMail}
          value={user.address}
          readOnly
          variant="filled"
          style={{ flex: 1 }}
          {...describedBy(user.address === user.email ? undefined : note)}
        />
        {options.data?.emailChange === true ? (
          <Button variant="default" onClick={() => setOpened(true)}>
            {messages.emailField.change}
          </Button>
        ) : undefined}
      </Group>
      {user.address === user.email ? undefined : (
        <Text id={note} size="xs" c="var(--loupe-muted)">
          {messages.emailField.workIsUnder(user.email)}
        </Text>
      )}
      {options.data?.emailChange === false ? (
        <Text size="xs" c="var(--loupe-muted)">
          {messages.emailField.noMail}
        </Text>
      ) : undefined}
      {sentTo === undefined ? undefined : (
        <Text size="sm" role="status">
          {messages.emailField.sentTo(sentTo, user.address)}
        </Text>
      )}
      <Modal opened={opened} onClose={() => setOpened(false)} title={messages.emailField.changeYourEMail} size="sm">
        {opened ? (
          <NewAddress
            user={user}
            onCancel={() => setOpened(false)}
            onSubmit={async email => {
              if (await change(email)) setOpened(false);
            }}
          />
        ) : undefined}
      </Modal>
      {dialog}
    </Stack>
  );
}

function NewAddress({
  user,
  onSubmit,
  onCancel,
}: {
  readonly user: User;
  readonly onSubmit: (email: string) => Promise<void>;
  readonly onCancel: () => void;
}): JSX.Element {
  const [email, setEmail] = useState('');
  const address = email.trim().toLowerCase();
  return (
    <DialogForm
      action={messages.emailField.sendLink}
      ready={address.includes('@') && address !== user.address}
      onSubmit={() => onSubmit(address)}
      onCancel={onCancel}
    >
      <Text size="sm">{messages.emailField.howItWorks}</Text>
      <TextInput
        label={messages.emailField.newEMail}
        type="email"
        autoComplete="email"
        data-autofocus
        maxLength={254}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
