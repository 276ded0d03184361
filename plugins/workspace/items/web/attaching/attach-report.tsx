import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import { downloadFile, Icon } from '#core/ui/web/index.ts';
import { addressReport } from '../../common/address-list.ts';
import type { AddressLine } from '../../common/address-list.ts';
import classes from '../data.module.css';

/** Lines shown one by one; the file has all. */
const SHOWN = 200;

/** What attaching a list would do; nothing is changed yet. */
export function AttachReport({ lines }: { readonly lines: readonly AddressLine[] }): JSX.Element {
  const wrong = lines.filter(each => each.problem !== undefined);
  const kinds = new Map<string, number>();
  for (const { problem } of wrong) kinds.set(kindOf(problem!), (kinds.get(kindOf(problem!)) ?? 0) + 1);
  const fit = lines.length - wrong.length;
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div role="status">
          <Text fw={500}>
            {fit.toLocaleString('en')} of {lines.length.toLocaleString('en')} can be attached
          </Text>
          {[...kinds].map(([kind, count]) => (
            <Text key={kind} size="sm" c="var(--loupe-muted)">
              {count.toLocaleString('en')} left out: {kind}
            </Text>
          ))}
        </div>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          onClick={() => downloadFile('urls checked.csv', new Blob([addressReport(lines)], { type: 'text/csv' }))}
        >
          Download report
        </Button>
      </Group>
      {wrong.length === 0 ? undefined : (
        <div
          className={classes['files']}
          style={{ height: 'auto', maxHeight: 260 }}
          tabIndex={0}
          aria-label="Lines left out"
          role="region"
        >
          <Table layout="fixed" fz="xs" stickyHeader>
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th w={56}>Line</Table.Th>
                <Table.Th w={210}>Name</Table.Th>
                <Table.Th>Why</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {wrong.slice(0, SHOWN).map(each => (
                <Table.Tr key={each.line}>
                  <Table.Td>{each.line.toLocaleString('en')}</Table.Td>
                  <Table.Td className={classes['fileName']!} title={each.url}>
                    {each.name === '' ? '–' : each.name}
                  </Table.Td>
                  <Table.Td>{each.problem}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {wrong.length > SHOWN ? (
        <Text size="xs" c="var(--loupe-muted)">
          {(wrong.length - SHOWN).toLocaleString('en')} more are in the report.
        </Text>
      ) : undefined}
    </Stack>
  );
}

/** Reasons that differ in a number or a name only are one kind. */
function kindOf(problem: string): string {
  if (problem.startsWith('Line ')) return 'a line above has the same name';
  if (problem.startsWith('The folder has')) return 'the folder has an item of the name';
  if (/URL/.test(problem)) return 'the URL can’t be used';
  if (problem.startsWith('Item name')) return 'the name can’t be used';
  return problem.replace(/\.$/, '');
}
