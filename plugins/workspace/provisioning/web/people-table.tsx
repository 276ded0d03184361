import { Group, Skeleton, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, SearchBox, StatusChip, Time, useDebounced, Pages } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';
import { ProvisioningClient } from './provisioning-client.ts';

/** People of one page. */
const ROWS = 50;

/** People that the directory provisioned. */
export function PeopleTable({ organizationId }: { readonly organizationId: number }): JSX.Element {
  const { api } = useService(ProvisioningClient);
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useDebounced(text.trim(), 300);
  const people = useQuery({
    refetchOnWindowFocus: 'always',
    queryKey: ['organization', 'provisioning', organizationId, 'people', search, page],
    queryFn: () =>
      api.listProvisionedPeople({
        params: { organization_id: organizationId },
        query: { offset: (page - 1) * ROWS, limit: ROWS, ...(search === '' ? {} : { search }) },
      }),
    placeholderData: keepPreviousData,
  });
  if (people.error !== null) return <ErrorPanel error={people.error} onRetry={() => void people.refetch()} />;
  const pages = Math.ceil((people.data?.count ?? 0) / ROWS);
  return (
    <>
      <Group mb="sm">
        <SearchBox
          value={text}
          label={messages.peopleTable.search}
          onChange={value => {
            setText(value);
            setPage(1);
          }}
        />
      </Group>
      {people.data === undefined ? <Skeleton h={120} /> : undefined}
      {people.data?.count === 0 ? (
        <Text c="var(--loupe-muted)">
          {search === '' ? messages.peopleTable.nobody : messages.peopleTable.nothingMatches}
        </Text>
      ) : undefined}
      {(people.data?.count ?? 0) > 0 ? (
        <Table aria-label={messages.page.people} stickyHeader>
          <Table.Thead bg="var(--loupe-page)">
            <Table.Tr>
              <Table.Th>{messages.peopleTable.name}</Table.Th>
              <Table.Th>{messages.peopleTable.email}</Table.Th>
              <Table.Th>{messages.peopleTable.groups}</Table.Th>
              <Table.Th>{messages.peopleTable.state}</Table.Th>
              <Table.Th>{messages.peopleTable.changed}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.data?.data.map(person => (
              <Table.Tr key={person.id} h={40}>
                <Table.Td>
                  <Text fw={500}>{person.name === '' ? person.user_name : person.name}</Text>
                </Table.Td>
                <Table.Td>{person.email}</Table.Td>
                <Table.Td>{person.groups.join(', ')}</Table.Td>
                <Table.Td>
                  <StatusChip
                    label={person.active ? messages.peopleTable.active : messages.peopleTable.inactive}
                    color={person.active ? 'var(--loupe-success)' : 'var(--loupe-muted)'}
                  />
                </Table.Td>
                <Table.Td>
                  <Time iso={person.changedAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : undefined}
      <Pages total={pages} value={page} onChange={setPage} />
    </>
  );
}
