import {
  Button,
  Divider,
  Group as Row,
  Menu,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Drawer } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import {
  EmptyState,
  ErrorPanel,
  Icon,
  PageBody,
  PageToolbar,
  RowMenu,
  SearchBox,
  shortDate,
  toast,
} from '#core/ui/web/index.ts';
import type { Group } from '../../common/api.ts';
import { GroupDialog } from '../group-dialog.tsx';
import { GroupMembers } from '../group-members.tsx';
import { GroupScopes } from '../group-scopes.tsx';
import { GroupsClient } from '../groups-client.ts';
import { messages } from '../messages.ts';
import { useGroupChanges } from '../use-group-changes.ts';

/** Groups of the team: who is in them, and what they are given. */
export default function GroupsPage(): JSX.Element {
  const calls = useService(GroupsClient);
  const team = useTeam();
  const changes = useGroupChanges();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<Group | 'new'>();
  const [opened, setOpened] = useState<number>();
  const list = useQuery({ queryKey: ['groups', team.id], queryFn: () => calls.all(team.id) });
  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const all = list.data ?? [];
  const found = all.filter(each =>
    `${each.name} ${each.description ?? ''} ${each.members.join(' ')}`
      .toLowerCase()
      .includes(search.trim().toLowerCase()),
  );
  const open = all.find(each => each.id === opened);
  const remove = (group: Group): void =>
    void changes.remove(group).then(done => {
      if (done) setOpened(undefined);
    });

  return (
    <>
      <PageToolbar>
        <Row gap="xs" pt={12} style={{ flex: 1 }}>
          <SearchBox value={search} onChange={setSearch} label={messages.groupsPage.searchGroups} />
          {all.length === 0 ? undefined : (
            <Button ml="auto" leftSection={<Icon name="plus" size={14} />} onClick={() => setEdited('new')}>
              {messages.shared.newGroup}
            </Button>
          )}
        </Row>
      </PageToolbar>
      <PageBody>
        {list.data === undefined ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {found.length === 0 ? undefined : (
          <Table highlightOnHover stickyHeader layout="fixed">
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th w={260}>{messages.shared.name}</Table.Th>
                <Table.Th>{messages.shared.description}</Table.Th>
                <Table.Th w={90}>{messages.groupsPage.members}</Table.Th>
                <Table.Th w={90}>{messages.groupsPage.projects}</Table.Th>
                <Table.Th w={110}>{messages.groupsPage.changed}</Table.Th>
                <Table.Th w={44} aria-label={messages.groupsPage.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map(each => (
                <Table.Tr key={each.id}>
                  <Table.Td>
                    <UnstyledButton w="100%" onClick={() => setOpened(each.id)} fz="sm">
                      <Text fw={500} truncate c="var(--loupe-accent)" title={each.name}>
                        {each.name}
                      </Text>
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)" lineClamp={1} title={each.description ?? undefined}>
                      {each.description}
                    </Text>
                  </Table.Td>
                  <Table.Td>{each.memberCount}</Table.Td>
                  <Table.Td>{each.projects.length}</Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)">
                      {shortDate(each.updatedAt)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <RowMenu of={each.name}>
                      <Menu.Item leftSection={<Icon name="people" />} onClick={() => setOpened(each.id)}>
                        {messages.groupsPage.membersAndProjects}
                      </Menu.Item>
                      <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setEdited(each)}>
                        {messages.groupsPage.rename}
                      </Menu.Item>
                      <Menu.Item
                        leftSection={<Icon name="trash" />}
                        c="var(--loupe-danger)"
                        onClick={() => remove(each)}
                      >
                        {messages.groupsPage.delete}
                      </Menu.Item>
                    </RowMenu>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {list.data !== undefined && all.length === 0 ? (
          <EmptyState icon="group" text={messages.groupsPage.noGroupYet}>
            <Button onClick={() => setEdited('new')}>{messages.shared.newGroup}</Button>
          </EmptyState>
        ) : undefined}
        {all.length > 0 && found.length === 0 ? (
          <EmptyState icon="search" text={messages.groupsPage.noGroupMatches}>
            <Button variant="default" onClick={() => setSearch('')}>
              {messages.groupsPage.clearSearch}
            </Button>
          </EmptyState>
        ) : undefined}
      </PageBody>
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size={480}
        title={
          open === undefined ? (
            ''
          ) : (
            <Text fw={600} truncate maw={380}>
              {open.name}
            </Text>
          )
        }
      >
        {open === undefined ? undefined : (
          <Stack gap="md">
            {open.description === null || open.description === '' ? undefined : (
              <Text size="sm" c="var(--loupe-muted)">
                {open.description}
              </Text>
            )}
            <section aria-label={messages.groupsPage.members}>
              <Title order={3} size="sm" mb="xs">
                {messages.groupsPage.members}
              </Title>
              <GroupMembers key={open.id} group={open} all={all} />
            </section>
            <section aria-label={messages.groupsPage.projects}>
              <Divider mb="sm" />
              <Title order={3} size="sm" mb="xs">
                {messages.groupsPage.projects}
              </Title>
              <GroupScopes key={open.id} group={open} />
            </section>
          </Stack>
        )}
      </Drawer>
      <GroupDialog
        opened={edited !== undefined}
        group={edited === 'new' ? undefined : edited}
        all={all}
        onClose={() => setEdited(undefined)}
        onSaved={saved => {
          setEdited(undefined);
          toast(messages.groupsPage.nameIsSaved(saved.name), { tone: 'success' });
          if (edited === 'new') setOpened(saved.id);
          void changes.refresh();
        }}
      />
    </>
  );
}
