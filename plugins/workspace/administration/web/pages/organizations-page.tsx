import { Button, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import {
  EmptyState,
  ErrorPanel,
  Icon,
  longDate,
  PageBody,
  PageHeader,
  PageToolbar,
  SearchBox,
  shortDate,
} from '#core/ui/web/index.ts';
import { AdminClient } from '../admin-client.ts';
import { messages } from '../messages.ts';
import { NewOrganizationDialog } from '../new-organization-dialog.tsx';

/** Organizations of this installation. */
export default function OrganizationsPage(): JSX.Element {
  const { api } = useService(AdminClient);
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const list = useQuery({
    queryKey: ['admin', 'organizations'],
    queryFn: () => api.listOrganizations({ query: { limit: 2000 } }),
  });
  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const wanted = search.trim().toLowerCase();
  const found = (list.data?.data ?? []).filter(each =>
    `${each.name} ${each.owner_email}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <PageHeader
        title={messages.shared.organizations}
        {...(list.data === undefined ? {} : { count: list.data.count })}
      >
        <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
          {messages.shared.newOrganization}
        </Button>
      </PageHeader>
      <PageToolbar>
        <SearchBox value={search} onChange={setSearch} label={messages.organizationsPage.searchOrganizations} />
      </PageToolbar>
      <PageBody>
        {list.data === undefined ? [0, 1, 2].map(each => <Skeleton key={each} h={40} mb="xs" />) : undefined}
        {list.data?.count === 0 ? (
          <EmptyState icon="organization" text={messages.organizationsPage.noOrganizationYet}>
            <Button onClick={() => setAdding(true)}>{messages.shared.newOrganization}</Button>
          </EmptyState>
        ) : undefined}
        {list.data !== undefined && list.data.count > 0 && found.length === 0 ? (
          <EmptyState icon="search" text={messages.organizationsPage.noOrganizationsMatch}>
            <Button variant="default" onClick={() => setSearch('')}>
              {messages.shared.clearSearch}
            </Button>
          </EmptyState>
        ) : undefined}
        {found.length === 0 ? undefined : (
          <Table highlightOnHover stickyHeader>
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th>{messages.shared.name}</Table.Th>
                <Table.Th>{messages.organizationsPage.owner}</Table.Th>
                <Table.Th w={90} ta="right">
                  {messages.organizationsPage.teams}
                </Table.Th>
                <Table.Th w={90} ta="right">
                  {messages.organizationsPage.members}
                </Table.Th>
                <Table.Th w={120}>{messages.organizationsPage.created}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map(each => (
                <Table.Tr
                  key={each.id}
                  h={40}
                  style={{ cursor: 'pointer' }}
                  onClick={() => void navigate(`/admin/organizations/${each.id}`)}
                >
                  <Table.Td>
                    <Link to={`/admin/organizations/${each.id}`} onClick={event => event.stopPropagation()}>
                      <Text span fw={500}>
                        {each.name}
                      </Text>
                    </Link>
                  </Table.Td>
                  <Table.Td>{each.owner_email}</Table.Td>
                  <Table.Td ta="right">{each.teams.toLocaleString('en')}</Table.Td>
                  <Table.Td ta="right">{each.members.toLocaleString('en')}</Table.Td>
                  <Table.Td>
                    <Text c="var(--loupe-muted)" title={longDate(each.createdAt)}>
                      {shortDate(each.createdAt)}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </PageBody>
      <NewOrganizationDialog
        opened={adding}
        onClose={() => setAdding(false)}
        onMade={id => void navigate(`/admin/organizations/${id}`)}
      />
    </>
  );
}
