import { Stack, Table, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { UsageFigures } from '../common/api.ts';
import { DayBars } from './day-bars.tsx';
import { messages } from './messages.ts';

const numbers = { ta: 'right', style: { fontVariantNumeric: 'tabular-nums' } } as const;

/** Actions by count and day, and the widths of windows. */
export function UsageTables({ figures }: { readonly figures: UsageFigures }): JSX.Element {
  const { days, actions, windows } = figures;
  const all = {
    name: '',
    title: messages.figures.all,
    count: actions.reduce((sum, each) => sum + each.count, 0),
    by_day: days.map((_, index) => actions.reduce((sum, each) => sum + (each.by_day[index] ?? 0), 0)),
  };
  return (
    <Stack gap={32}>
      <Table aria-label={messages.figures.actions} stickyHeader>
        <Table.Thead bg="var(--loupe-page)">
          <Table.Tr>
            <Table.Th>{messages.figures.action}</Table.Th>
            <Table.Th>{messages.figures.name}</Table.Th>
            <Table.Th {...numbers}>{messages.figures.count}</Table.Th>
            <Table.Th w={200}>{messages.figures.byDay}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[all, ...actions].map(each => {
            const title = each.title ?? messages.figures.removed;
            return (
              <Table.Tr key={each.name} h={40}>
                <Table.Td fw={each === all ? 600 : 500}>{title}</Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)">
                    {each.name}
                  </Text>
                </Table.Td>
                <Table.Td {...numbers}>{each.count.toLocaleString('en')}</Table.Td>
                <Table.Td>
                  <DayBars title={title} days={days} counts={each.by_day} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {windows.length === 0 ? undefined : (
        <section aria-labelledby="windows">
          <Title order={2} id="windows" mb="xs">
            {messages.figures.windows}
          </Title>
          <Table aria-labelledby="windows" maw={360}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{messages.figures.width}</Table.Th>
                <Table.Th {...numbers}>{messages.figures.visits}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {windows.map(({ from, to, visits }) => (
                <Table.Tr key={from}>
                  <Table.Td>{messages.figures.pixels(from, to)}</Table.Td>
                  <Table.Td {...numbers}>{visits.toLocaleString('en')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </Stack>
  );
}
