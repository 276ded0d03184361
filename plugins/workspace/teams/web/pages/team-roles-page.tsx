import { Anchor, Button, Group, Menu, Skeleton, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { teamRightByKey } from '#core/permissions/common/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageToolbar, RowMenu, toast } from '#core/ui/web/index.ts';
import { teamKeys } from '../../common/query-keys.ts';
import type { TeamRoleView } from '../../common/team-roles-api.ts';
import { messages } from '../messages.ts';
import { DeleteRoleDialog } from '../roles/delete-role-dialog.tsx';
import { TeamRoleDialog } from '../roles/team-role-dialog.tsx';
import { useTeamRoles } from '../roles/use-team-roles.ts';

const rightsText = ({ rights }: TeamRoleView): string =>
  rights.map(key => teamRightByKey(key)?.name ?? key).join(', ') || messages.teamRolesPage.none;

/** Roles that the team makes for its contributors. */
export default function TeamRolesPage(): JSX.Element {
  const team = useTeam();
  const queries = useQueryClient();
  const list = useTeamRoles();
  const [edited, setEdited] = useState<TeamRoleView | 'new'>();
  const [leaving, setLeaving] = useState<TeamRoleView>();
  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const all = list.data ?? [];
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: teamKeys.all });
  const add = (): void => setEdited('new');

  return (
    <>
      <PageToolbar>
        <Group gap="xs" pt={12} style={{ flex: 1 }}>
          <Text size="sm" c="var(--loupe-muted)">
            {messages.teamRolesPage.contributorsWithRights}
          </Text>
          <Button ml="auto" leftSection={<Icon name="plus" size={14} />} onClick={add}>
            {messages.teamRolesPage.newRole}
          </Button>
        </Group>
      </PageToolbar>
      {list.data === undefined ? (
        <PageBody>
          {[0, 1, 2].map(each => (
            <Skeleton key={each} h={36} mb="xs" />
          ))}
        </PageBody>
      ) : all.length === 0 ? (
        <EmptyState icon="shield" text={messages.teamRolesPage.noRolesYet}>
          <Button onClick={add}>{messages.teamRolesPage.makeARole}</Button>
        </EmptyState>
      ) : (
        <PageBody>
          <Table highlightOnHover stickyHeader layout="fixed" aria-label={messages.teamRolesPage.teamRoles}>
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th w={240}>{messages.shared.name}</Table.Th>
                <Table.Th>{messages.shared.description}</Table.Th>
                <Table.Th>{messages.teamRolesPage.rights}</Table.Th>
                <Table.Th w={110}>{messages.teamRolesPage.members}</Table.Th>
                <Table.Th w={44} aria-label={messages.memberTable.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.map(role => (
                <Table.Tr key={role.id}>
                  <Table.Td>
                    <Text fw={500} truncate title={role.name}>
                      {role.name}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)" lineClamp={2}>
                      {role.description}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" lineClamp={2} title={rightsText(role)}>
                      {rightsText(role)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    {role.members === 0 ? (
                      <Text size="sm" c="var(--loupe-muted)">
                        {messages.teamRolesPage.nobody}
                      </Text>
                    ) : (
                      <Anchor
                        component={Link}
                        size="sm"
                        to={`/t/${team.id}/setup/members?${new URLSearchParams({ 'is.role': role.name }).toString()}`}
                      >
                        {messages.teamRolesPage.people(role.members)}
                      </Anchor>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <RowMenu of={role.name}>
                      <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setEdited(role)}>
                        {messages.teamRolesPage.edit}
                      </Menu.Item>
                      <Menu.Item
                        leftSection={<Icon name="trash" />}
                        c="var(--loupe-danger)"
                        onClick={() => setLeaving(role)}
                      >
                        {messages.teamRolesPage.delete}
                      </Menu.Item>
                    </RowMenu>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </PageBody>
      )}
      <TeamRoleDialog
        role={edited}
        all={all}
        onClose={() => setEdited(undefined)}
        onSaved={role => {
          setEdited(undefined);
          toast(messages.teamRolesPage.nameIsSaved(role.name), { tone: 'success' });
          void refresh();
        }}
      />
      <DeleteRoleDialog
        role={leaving}
        all={all}
        onClose={() => setLeaving(undefined)}
        onDeleted={role => {
          setLeaving(undefined);
          toast(messages.teamRolesPage.nameIsDeleted(role.name), { tone: 'success' });
          void refresh();
        }}
      />
    </>
  );
}
