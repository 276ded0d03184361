import { Skeleton, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, fileSize } from '#core/ui/web/index.ts';
import type { OrganizationStorage } from '../common/api.ts';
import { messages } from './messages.ts';
import { SystemClient } from './system-client.ts';

/** Files of items by organization, the largest first. */
export function StorageTable(): JSX.Element {
  const { api } = useService(SystemClient);
  const found = useQuery({
    queryKey: ['admin', 'system', 'storage'],
    queryFn: () => api.measureStorage(),
    staleTime: 60_000,
  });
  return (
    <section aria-labelledby="storage">
      <Title order={2} id="storage">
        {messages.storage.storage}
      </Title>
      <Text c="var(--loupe-muted)" mb="xs" maw={640}>
        {messages.storage.help}
      </Text>
      {found.error !== null ? <ErrorPanel error={found.error} onRetry={() => void found.refetch()} /> : undefined}
      {found.isPending ? <Skeleton h={120} /> : undefined}
      {found.data === undefined ? undefined : <Rows rows={found.data.data} />}
    </section>
  );
}

function Rows({ rows }: { readonly rows: readonly OrganizationStorage[] }): JSX.Element {
  const sum = (of: (row: OrganizationStorage) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const cells = ({ items, files, bytes }: Pick<OrganizationStorage, 'items' | 'files' | 'bytes'>): JSX.Element => (
    <>
      <Table.Td ta="right">{items.toLocaleString('en')}</Table.Td>
      <Table.Td ta="right">{files.toLocaleString('en')}</Table.Td>
      <Table.Td ta="right">{fileSize(bytes)}</Table.Td>
    </>
  );
  return (
    <Table aria-labelledby="storage">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages.storage.organization}</Table.Th>
          <Table.Th ta="right">{messages.storage.items}</Table.Th>
          <Table.Th ta="right">{messages.storage.files}</Table.Th>
          <Table.Th ta="right">{messages.storage.size}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(each => (
          <Table.Tr key={each.organization_id}>
            <Table.Td>{each.organization}</Table.Td>
            {cells(each)}
          </Table.Tr>
        ))}
      </Table.Tbody>
      {rows.length > 1 ? (
        <Table.Tfoot>
          <Table.Tr fw={600}>
            <Table.Td>{messages.storage.total}</Table.Td>
            {cells({ items: sum(row => row.items), files: sum(row => row.files), bytes: sum(row => row.bytes) })}
          </Table.Tr>
        </Table.Tfoot>
      ) : undefined}
    </Table>
  );
}
