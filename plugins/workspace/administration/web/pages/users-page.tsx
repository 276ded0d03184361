import { Badge, Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { PageHeader, Time } from '#core/ui/web/index.ts';
import { AdminClient } from '../admin-client.ts';
import { AdminTabs } from '../admin-tabs.tsx';
import { messages } from '../messages.ts';
import { SearchedTable } from '../searched-table.tsx';

/** Accounts of this installation. */
export default function UsersPage(): JSX.Element {
  const { installation } = useService(AdminClient);
  return (
    <>
      <PageHeader title={messages.usersPage.users} />
      <AdminTabs />
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
        ]}
      />
    </>
  );
}
