import { Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { email as emailForm } from '#core/auth/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { InvitedRole, SentInvitation } from '../common/invitations-api.ts';
import { invitedRoles } from '../common/invitations-api.ts';
import { AdminClient } from './admin-client.ts';
import { messages } from './messages.ts';

/** Organizations that can be chosen. */
const MOST = 2_000;

interface InvitePersonProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSent: (sent: SentInvitation) => void;
}

/** Invites somebody to a team of any organization. */
export function InvitePersonDialog({ opened, onClose, onSent }: InvitePersonProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.invitePersonDialog.title}>
      {opened ? <Fields onClose={onClose} onSent={onSent} /> : undefined}
    </Modal>
  );
}

function Fields({ onClose, onSent }: Omit<InvitePersonProps, 'opened'>): JSX.Element {
  const { api, invitations } = useService(AdminClient);
  const [email, setEmail] = useState('');
  const [left, setLeft] = useState(false);
  const [organization, setOrganization] = useState<string | null>(null);
  const [chosenTeam, setTeam] = useState<string | null>(null);
  const [role, setRole] = useState<InvitedRole>('admin');
  const list = useQuery({
    queryKey: ['admin', 'organizations'],
    queryFn: () => api.listOrganizations({ query: { limit: MOST } }),
  });
  const detail = useQuery({
    queryKey: ['admin', 'organization', Number(organization)],
    enabled: organization !== null,
    queryFn: () => api.getOrganization({ params: { organization_id: Number(organization) } }),
  });
  const teams = detail.data?.team_list ?? [];
  // Most organizations have one team.
  const team = chosenTeam ?? (teams.length === 1 ? String(teams[0]!.id) : null);
  const isEmail = emailForm.safeParse(email).success;
  const submit = async (): Promise<void> =>
    onSent(
      await invitations.inviteToOrganization({
        body: { e_mail: email.trim(), organization_id: Number(organization), team_id: Number(team), role },
      }),
    );
  return (
    <DialogForm
      action={messages.invitePersonDialog.invite}
      ready={isEmail && organization !== null && team !== null}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={messages.invitePersonDialog.email}
        type="email"
        data-autofocus
        value={email}
        error={left && email !== '' && !isEmail ? messages.invitePersonDialog.notAnEmail : undefined}
        onBlur={() => setLeft(true)}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <Select
        label={messages.invitationsPage.organization}
        searchable
        value={organization}
        onChange={value => {
          setOrganization(value);
          setTeam(null);
        }}
        data={(list.data?.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
      />
      <Select
        label={messages.invitationsPage.team}
        searchable
        disabled={teams.length === 0}
        value={team}
        onChange={setTeam}
        data={teams.map(each => ({ value: String(each.id), label: each.name }))}
      />
      <Radio.Group
        label={messages.invitationsPage.role}
        value={role}
        onChange={value => setRole(invitedRoles.find(each => each === value) ?? 'admin')}
      >
        <Stack gap="xs" mt={4}>
          {invitedRoles.map(each => (
            <Radio
              key={each}
              value={each}
              label={messages.invitationsPage.roles[each]}
              description={
                each === 'owner'
                  ? messages.invitePersonDialog.hints.owner(detail.data?.owner_email)
                  : messages.invitePersonDialog.hints[each]
              }
            />
          ))}
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}
