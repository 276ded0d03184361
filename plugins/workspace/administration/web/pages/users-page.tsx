import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { PageHeader, Time } from '#core/ui/web/index.ts';
import type { UserAccount } from '../../common/people-api.ts';
import { AdminClient } from '../admin-client.ts';
import { messages } from '../messages.ts';
import { SearchedTable } from '../searched-table.tsx';
import { ViewAsDialog } from '../view-as-dialog.tsx';

/** Accounts of this installation. */
export default function UsersPage(): JSX.Element {
  const { installation } = useService(AdminClient);
  const [viewed, setViewed] = useState<UserAccount>();
  return (
    <>
      <PageHeader title={messages.usersPage.users} />
      <SearchedTable
        label={messages.usersPage.users}
        list={['admin', 'users']}
        load={query => installation.listUsers({ query })}
        keyOf={row => row.id}
        empty={messages.usersPage.nobody}
        columns={[
          {
            title: messages.shared.name,
            cell: ({ name, email, super_admin: admin, closed }) => (
              <Group gap="xs" wrap="nowrap">
                <Text fw={500}>{name === '' ? email : name}</Text>
                {admin ? <Badge variant="light">{messages.usersPage.superAdmin}</Badge> : undefined}
                {closed ? (
                  <Badge variant="light" color="gray">
                    {messages.usersPage.closed}
                  </Badge>
                ) : undefined}
              </Group>
            ),
          },
          { title: messages.shared.eMail, cell: row => row.email },
          { title: messages.shared.teams, cell: row => row.teams.toLocaleString('en') },
          { title: messages.usersPage.created, cell: row => <Time iso={row.createdAt} /> },
          {
            title: messages.usersPage.lastActive,
            cell: ({ lastActiveAt }) =>
              lastActiveAt === null ? messages.usersPage.never : <Time iso={lastActiveAt} />,
          },
          {
            title: '',
            cell: user =>
              user.super_admin || user.closed ? undefined : (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={messages.usersPage.viewAsName(user.name === '' ? user.email : user.name)}
                  onClick={() => setViewed(user)}
                >
                  {messages.usersPage.viewAs}
                </Button>
              ),
          },
        ]}
      />
      <ViewAsDialog user={viewed} onClose={() => setViewed(undefined)} />
    </>
  );
}
