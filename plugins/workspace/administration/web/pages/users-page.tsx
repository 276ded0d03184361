import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, PageHeader, RowMenu, Time, toast, toastError } from '#core/ui/web/index.ts';
import { useIdentityProof } from '#plugins/workspace/profile/web/kit/index.ts';
import type { UserAccount } from '../../common/people-api.ts';
import { AdminClient } from '../admin-client.ts';
import { MergeDialog } from '../merge-dialog.tsx';
import { messages } from '../messages.ts';
import { SearchedTable } from '../searched-table.tsx';
import { ViewAsDialog } from '../view-as-dialog.tsx';

type AccountAction = 'closeUser' | 'reopenUser' | 'resetSecondStep';

const nameOf = ({ name, email }: UserAccount): string => (name === '' ? email : name);

/** Accounts of this installation. */
export default function UsersPage(): JSX.Element {
  const { installation } = useService(AdminClient);
  const queries = useQueryClient();
  const { withProof, dialog } = useIdentityProof();
  const [viewed, setViewed] = useState<UserAccount>();
  const [merged, setMerged] = useState<UserAccount>();
  const act = async (action: AccountAction, user: UserAccount): Promise<void> => {
    const name = nameOf(user);
    const sure = await confirm({
      title: messages.usersPage.questions[action](name),
      text: messages.usersPage.explains[action],
      action: messages.usersPage.actions[action],
      danger: action === 'closeUser',
    });
    if (!sure) return;
    try {
      const done = await withProof(async () => void (await installation[action]({ params: { person_id: user.id } })));
      if (done) toast(messages.usersPage.results[action](name), { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
    await queries.invalidateQueries({ queryKey: ['admin', 'users'] });
  };
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
            cell: ({ name, email, super_admin: admin, closed, merged_into: into }) => (
              <Group gap="xs" wrap="nowrap">
                <Text fw={500}>{name === '' ? email : name}</Text>
                {admin ? <Badge variant="light">{messages.usersPage.superAdmin}</Badge> : undefined}
                {closed ? (
                  <Badge variant="light" color="gray">
                    {into === null ? messages.usersPage.closed : messages.usersPage.mergedInto(into)}
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
              user.super_admin || user.merged_into !== null ? undefined : (
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  {user.closed ? undefined : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={messages.usersPage.viewAsName(nameOf(user))}
                      onClick={() => setViewed(user)}
                    >
                      {messages.usersPage.viewAs}
                    </Button>
                  )}
                  <RowMenu of={nameOf(user)}>
                    {user.second_step ? (
                      <Menu.Item onClick={() => void act('resetSecondStep', user)}>
                        {messages.usersPage.actions.resetSecondStep}
                      </Menu.Item>
                    ) : undefined}
                    <Menu.Item onClick={() => setMerged(user)}>{messages.usersPage.merge}</Menu.Item>
                    {user.closed ? (
                      <Menu.Item onClick={() => void act('reopenUser', user)}>
                        {messages.usersPage.actions.reopenUser}
                      </Menu.Item>
                    ) : (
                      <Menu.Item c="var(--loupe-danger)" onClick={() => void act('closeUser', user)}>
                        {messages.usersPage.actions.closeUser}
                      </Menu.Item>
                    )}
                  </RowMenu>
                </Group>
              ),
          },
        ]}
      />
      {dialog}
      <MergeDialog user={merged} onClose={() => setMerged(undefined)} />
      <ViewAsDialog user={viewed} onClose={() => setViewed(undefined)} />
    </>
  );
}
