import { Badge, Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { PageHeader, Time } from '#core/ui/web/index.ts';
import { AdminClient } from '../admin-client.ts';
import { AdminTabs } from '../admin-tabs.tsx';
import { messages } from '../messages.ts';
import { SearchedTable } from '../searched-table.tsx';

const texts = messages.usersPage;

/** Accounts of this installation. */
export default function UsersPage(): JSX.Element {
  const { installation } = useService(AdminClient);
  return (
    <>
      <PageHeader title={texts.users} />
      <AdminTabs />
      <SearchedTable
        label={texts.users}
        list={['admin', 'users']}
        load={query => installation.listUsers({ query })}
        keyOf={row => row.id}
        empty={texts.nobody}
        columns={[
          {
            title: messages.shared.name,
            cell: ({ name, email, super_admin: admin, closed }) => (
              <Group gap="xs" wrap="nowrap">
                <Text fw={500}>{name === '' ? email : name}</Text>
                {admin ? <Badge variant="light">{texts.superAdmin}</Badge> : undefined}
                {closed ? (
                  <Badge variant="light" color="gray">
                    {texts.closed}
                  </Badge>
                ) : undefined}
              </Group>
            ),
          },
          { title: messages.shared.eMail, cell: row => row.email },
          { title: messages.shared.teams, cell: row => row.teams.toLocaleString('en') },
          { title: texts.created, cell: row => <Time iso={row.createdAt} /> },
          {
            title: texts.lastSignedIn,
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? texts.never : <Time iso={lastUsedAt} />),
          },
        ]}
      />
    </>
  );
}
