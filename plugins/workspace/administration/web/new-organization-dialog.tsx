import { Alert, Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { flushSync } from 'react-dom';
import { email as emailForm } from '#core/auth/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { OwnerAccount } from '../common/api.ts';
import { AdminClient } from './admin-client.ts';
import { messages } from './messages.ts';

interface NewOrganizationProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onMade: (organizationId: number) => void;
}

interface Made {
  readonly id: number;
  readonly email: string;
  readonly password: string | null;
  readonly account: OwnerAccount;
}

const NOTES: Readonly<Record<OwnerAccount, string>> = {
  created: messages.newOrganizationDialog.anAccountWasMadeFor,
  reset: messages.newOrganizationDialog.thereWasAnAccountWith,
  existing: messages.newOrganizationDialog.thereWasAnAccount,
};

/**
 * Makes an organization; an owner without an account gets one, whose first password is shown once; an account that was
 * there is warned of.
 */
export function NewOrganizationDialog({ opened, onClose, onMade }: NewOrganizationProps): JSX.Element {
  const [made, setMade] = useState<Made>();
  const close = (): void => {
    setMade(undefined);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={messages.shared.newOrganization}
      size="sm"
      shownOnce={typeof made?.password === 'string'}
    >
      {!opened ? undefined : made === undefined ? (
        <OrganizationForm onClose={close} onMade={setMade} />
      ) : (
        <MadeOrganization
          made={made}
          onDone={() => {
            // Before the page is left: an open dialog with a password asks.
            flushSync(close);
            onMade(made.id);
          }}
        />
      )}
    </Modal>
  );
}

function MadeOrganization({ made, onDone }: { readonly made: Made; readonly onDone: () => void }): JSX.Element {
  return (
    <Stack gap="md">
      <Text fw={500}>{made.email}</Text>
      <Alert color={made.account === 'created' ? 'blue' : 'orange'} p="xs">
        {NOTES[made.account]}
      </Alert>
      {made.password === null ? undefined : (
        <Group wrap="nowrap">
          <Code style={{ fontSize: 14 }}>{made.password}</Code>
          <CopyButton value={made.password}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? messages.newOrganizationDialog.copied : messages.newOrganizationDialog.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>{messages.newOrganizationDialog.done}</Button>
      </Group>
    </Stack>
  );
}

function OrganizationForm({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (made: Made) => void;
}): JSX.Element {
  const { api } = useService(AdminClient);
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [owner, setOwner] = useState('');
  const [left, setLeft] = useState(false);
  const [team, setTeam] = useState('');
  const goodEmail = emailForm.safeParse(owner).success;

  const submit = async (): Promise<void> => {
    const made = await api.createOrganization({
      body: { name: name.trim(), owner_email: owner.trim(), team_name: team.trim() },
    });
    await queries.invalidateQueries({ queryKey: ['admin'] });
    onMade({
      id: made.organization_id,
      email: owner.trim().toLowerCase(),
      password: made.password,
      account: made.account,
    });
  };

  return (
    <DialogForm
      action={messages.newOrganizationDialog.createOrganization}
      ready={name.trim() !== '' && team.trim() !== '' && goodEmail}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={messages.shared.name}
        data-autofocus
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <TextInput
        label={messages.newOrganizationDialog.ownersEMail}
        description={messages.newOrganizationDialog.ifTheyHaveNoAccountYet}
        type="email"
        value={owner}
        error={left && owner !== '' && !goodEmail ? messages.newOrganizationDialog.thisIsNotAnE : undefined}
        onBlur={() => setLeft(true)}
        onChange={event => setOwner(event.currentTarget.value)}
      />
      <TextInput
        label={messages.newOrganizationDialog.firstTeam}
        maxLength={200}
        value={team}
        onChange={event => setTeam(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
