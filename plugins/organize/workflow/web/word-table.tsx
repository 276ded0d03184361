import { Badge, Group, Menu, Table, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Icon, RowMenu } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

/** A status or role in a table. */
export interface Word {
  readonly id: number;
  readonly name: string;
  readonly type: 'system' | 'user';
}

interface WordTableProps<W extends Word> {
  readonly rows: readonly W[];
  /** Titles of the columns between the name and the use. */
  readonly columns: readonly string[];
  readonly icon: (row: W) => ReactNode;
  readonly cells: (row: W) => readonly ReactNode[];
  /** Returns its uses, in full and in short. */
  readonly used: (row: W) => string | undefined;
  readonly briefly: (row: W) => string | undefined;
  readonly onEdit: (row: W) => void;
  readonly onDelete: (row: W) => void;
}

/** Statuses or roles of a team as a table; those of the system are locked. */
export function WordTable<W extends Word>({
  rows,
  columns,
  icon,
  cells,
  used,
  briefly,
  onEdit,
  onDelete,
}: WordTableProps<W>): JSX.Element {
  return (
    <Table highlightOnHover stickyHeader layout="fixed">
      <Table.Thead bg="var(--loupe-page)">
        <Table.Tr>
          <Table.Th w={240}>{messages.shared.name}</Table.Th>
          {columns.map(each => (
            <Table.Th key={each}>{each}</Table.Th>
          ))}
          <Table.Th w={200}>{messages.wordTable.usedBy}</Table.Th>
          <Table.Th w={44} aria-label={messages.shared.actions} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(row => (
          <Table.Tr key={row.id}>
            <Table.Td>
              <Group gap="xs" wrap="nowrap">
                {icon(row)}
                <Text fw={500} truncate title={row.name}>
                  {row.name}
                </Text>
                {row.type === 'system' ? (
                  <Badge size="sm" variant="default" leftSection={<Icon name="lock" size={10} />}>
                    {messages.shared.system}
                  </Badge>
                ) : undefined}
              </Group>
            </Table.Td>
            {cells(row).map((cell, at) => (
              <Table.Td key={columns[at]}>{cell}</Table.Td>
            ))}
            <Table.Td>
              <Text c="var(--loupe-muted)" size="sm" lineClamp={2} title={used(row)}>
                {briefly(row) ?? messages.wordTable.nothing}
              </Text>
            </Table.Td>
            <Table.Td>
              {row.type === 'system' ? undefined : (
                <RowMenu of={row.name}>
                  <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onEdit(row)}>
                    {messages.shared.edit}
                  </Menu.Item>
                  <Menu.Item leftSection={<Icon name="trash" />} c="var(--loupe-danger)" onClick={() => onDelete(row)}>
                    {messages.shared.delete}
                  </Menu.Item>
                </RowMenu>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
