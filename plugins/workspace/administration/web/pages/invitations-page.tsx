import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, Icon, PageHeader, shortDate, Time, toast, toastError } from '#core/ui/web/index.ts';
import type { PendingInvitation, SentInvitation } from '../../common/invitations-api.ts';
import { AdminClient } from '../admin-client.ts';
import { InvitePersonDialog } from '../invite-person-dialog.tsx';
import { messages } from '../messages.ts';
import { SearchedTable } from '../searched-table.tsx';
import { SentInvitationDialog } from '../sent-invitation-dialog.tsx';
const KEY = ['admin', 'invitations'] as const;

/** Invitations to the teams of all organizations that nobody has accepted yet. */
export default function InvitationsPage(): JSX.Element {
  const { invitations } = useService(AdminClient);
  const queries = useQueryClient();
  const [inviting, setInviting] = useState(false);
  const [sent, setSent] = useState<SentInvitation>();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY });
  const invite = useMutation({
    mutationFn: ({ email, organization, team, role }: PendingInvitation) =>
      invitations.inviteToOrganization({
        body: { e_mail: email, organization_id: organization.id, team_id: team.id, role },
      }),
    onSuccess: setSent,
    onError: toastError,
    onSettled: refresh,
  });
  const revoke = useMutation({
    mutationFn: ({ member_id }: PendingInvitation) => invitations.revokeInvitation({ params: { member_id } }),
    onSuccess: (_, { email }) => toast(messages.invitationsPage.revoked(email), { tone: 'success' }),
    onError: toastError,
    onSettled: refresh,
  });
  const ask = async (row: PendingInvitation): Promise<void> => {
    const sure = await confirm({
      title: messages.invitationsPage.revokeQuestion(row.email),
      text: messages.invitationsPage.revokeText(row.team.name),
      action: messages.invitationsPage.revoke,
      danger: true,
    });
    if (sure) revoke.mutate(row);
  };
  return (
    <>
      <PageHeader title={messages.invitationsPage.invitations}>
        <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setInviting(true)}>
          {messages.invitationsPage.invite}
        </Button>
      </PageHeader>
      <SearchedTable
        label={messages.invitationsPage.invitations}
        list={KEY}
        load={query => invitations.listInvitationsOfAll({ query })}
        keyOf={row => row.member_id}
        empty={messages.invitationsPage.none}
        columns={[
          { title: messages.shared.eMail, cell: row => <Text fw={500}>{row.email}</Text> },
          { title: messages.invitationsPage.organization, cell: row => row.organization.name },
          { title: messages.invitationsPage.team, cell: row => row.team.name },
          { title: messages.invitationsPage.role, cell: row => messages.invitationsPage.roles[row.role] },
          {
            title: messages.invitationsPage.invitedBy,
            cell: row => row.invited_by ?? messages.invitationsPage.deletedAccount,
          },
          { title: messages.usersPage.created, cell: row => <Time iso={row.createdAt} /> },
          {
            title: messages.invitationsPage.until,
            cell: row =>
              row.expired ? (
                <Badge variant="light" color="gray">
                  {messages.invitationsPage.expired}
                </Badge>
              ) : (
                shortDate(row.expiresAt)
              ),
          },
          {
            title: '',
            cell: row => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={messages.invitationsPage.newLinkFor(row.email)}
                  onClick={() => invite.mutate(row)}
                >
                  {messages.invitationsPage.newLink}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={messages.invitationsPage.revokeFor(row.email)}
                  onClick={() => void ask(row)}
                >
                  {messages.invitationsPage.revoke}
                </Button>
              </Group>
            ),
          },
        ]}
      />
      <InvitePersonDialog
        opened={inviting}
        onClose={() => setInviting(false)}
        onSent={made => {
          setInviting(false);
          setSent(made);
          void refresh();
        }}
      />
      <SentInvitationDialog sent={sent} onClose={() => setSent(undefined)} />
    </>
  );
}
