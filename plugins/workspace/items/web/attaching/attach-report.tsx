import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import { downloadFile, Icon } from '#core/ui/web/index.ts';
import { addressReport } from '../../common/address-list.ts';
import type { AddressLine } from '../../common/address-list.ts';
import classes from '../data.module.css';
import { messages } from '../messages.ts';

/** Lines shown one by one; the file has all. */
const SHOWN = 200;

/** Shows a preview of attaching a list; nothing is changed yet. */
export function AttachReport({ lines }: { readonly lines: readonly AddressLine[] }): JSX.Element {
  const wrong = lines.filter(each => each.problem !== undefined);
  const kinds = new Map<string, number>();
  for (const { problem } of wrong) kinds.set(kindOf(problem!), (kinds.get(kindOf(problem!)) ?? 0) + 1);
  const fit = lines.length - wrong.length;
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div role="status">
          <Text fw={500}>{messages.attachReport.fitOfCountCanBeAttached(fit, lines.length)}</Text>
          {[...kinds].map(([kind, count]) => (
            <Text key={kind} size="sm" c="var(--loupe-muted)">
              {messages.attachReport.countLeftOut(count, kind)}
            </Text>
          ))}
        </div>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          onClick={() => downloadFile('urls checked.csv', new Blob([addressReport(lines)], { type: 'text/csv' }))}
        >
          {messages.attachReport.downloadReport}
        </Button>
      </Group>
      {wrong.length === 0 ? undefined : (
        <div
          className={classes['files']}
          style={{ height: 'auto', maxHeight: 260 }}
          tabIndex={0}
          aria-label={messages.attachReport.linesLeftOut}
          role="region"
        >
          <Table layout="fixed" fz="xs" stickyHeader>
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th w={56}>{messages.attachReport.line}</Table.Th>
                <Table.Th w={210}>{messages.shared.name}</Table.Th>
                <Table.Th>{messages.attachReport.why}</Table.Th>
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
          {messages.attachReport.countMoreAreInTheReport(wrong.length - SHOWN)}
        </Text>
      ) : undefined}
    </Stack>
  );
}

/** Reasons that differ in a number or a name only are one kind. */
function kindOf(problem: string): string {
  if (problem.startsWith('Line ')) return messages.attachReport.aLineAboveHasThe;
  if (problem.startsWith(messages.attachReport.folderHas)) return messages.attachReport.theFolderHasAnItem;
  if (/URL/.test(problem)) return messages.attachReport.theUrlCantBeUsed;
  if (problem.startsWith(messages.attachReport.itemName)) return messages.attachReport.theNameCantBeUsed;
  return problem.replace(/\.$/, '');
}
