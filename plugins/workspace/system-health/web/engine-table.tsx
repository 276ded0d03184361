import { Group, Table, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { Engine } from '../common/engines-api.ts';
import { messages } from './messages.ts';

const looks = {
  ready: { icon: 'check', color: 'var(--loupe-success)' },
  failing: { icon: 'warning', color: 'var(--loupe-danger)' },
  unavailable: { icon: 'warning', color: 'var(--loupe-muted)' },
  unused: { icon: 'minus', color: 'var(--loupe-muted)' },
} as const;

const counted = (count: number | null): string => (count === null ? '–' : count.toLocaleString('en'));

interface EngineTableProps {
  readonly kind: Engine['kind'];
  readonly engines: readonly Engine[];
}

/** Runners, models or providers with their state and queues. */
export function EngineTable({ kind, engines }: EngineTableProps): JSX.Element {
  const id = `engines-${kind}`;
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {messages.engines.kinds[kind]}
      </Title>
      {engines.length === 0 ? (
        <Text c="var(--loupe-muted)">{messages.engines.none[kind]}</Text>
      ) : (
        <Table aria-labelledby={id} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.engines.name}</Table.Th>
              <Table.Th w={100}>{messages.engines.place}</Table.Th>
              <Table.Th w="30%">{messages.engines.state}</Table.Th>
              <Table.Th w={80} ta="right">
                {messages.queues.waiting}
              </Table.Th>
              <Table.Th w={80} ta="right">
                {messages.queues.running}
              </Table.Th>
              <Table.Th w={90} ta="right">
                {messages.queues.failed}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {engines.map(each => (
              <Table.Tr key={`${each.purpose} ${each.name}`}>
                <Table.Td>
                  {each.name}
                  {each.purpose === null ? undefined : (
                    <Text size="xs" c="var(--loupe-muted)">
                      {each.purpose}
                    </Text>
                  )}
                  {each.version === null ? undefined : (
                    <Text size="xs" c="var(--loupe-muted)">
                      {messages.engines.version(each.version)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{messages.engines.places[each.place]}</Table.Td>
                <Table.Td>
                  <Group gap={6} wrap="nowrap" c={looks[each.state].color}>
                    <Icon name={looks[each.state].icon} size={13} />
                    <Text size="sm">{messages.engines.states[each.state]}</Text>
                  </Group>
                  {each.reason === null ? undefined : <Text size="xs">{each.reason}</Text>}
                </Table.Td>
                <Table.Td ta="right">{counted(each.waiting)}</Table.Td>
                <Table.Td ta="right">{counted(each.running)}</Table.Td>
                <Table.Td ta="right">{counted(each.failed)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
