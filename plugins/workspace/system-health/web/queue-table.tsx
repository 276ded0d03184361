import { Anchor, Group, Table, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { Time } from '#core/ui/web/index.ts';
import type { Queue } from '../common/api.ts';
import { messages } from './messages.ts';

/** Jobs that wait, run, or failed in the last 24 hours, by kind. */
export function QueueTable({ queues }: { readonly queues: readonly Queue[] }): JSX.Element {
  return (
    <section aria-labelledby="queues">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="queues">
          {messages.queues.jobs}
        </Title>
        <Anchor component={Link} to="/admin/jobs">
          {messages.queues.all}
        </Anchor>
      </Group>
      {queues.length === 0 ? (
        <Text c="var(--loupe-muted)">{messages.queues.none}</Text>
      ) : (
        <Table aria-labelledby="queues">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.queues.kind}</Table.Th>
              <Table.Th ta="right">{messages.queues.waiting}</Table.Th>
              <Table.Th ta="right">{messages.queues.running}</Table.Th>
              <Table.Th ta="right">{messages.queues.failed}</Table.Th>
              <Table.Th>{messages.queues.oldest}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queues.map(each => (
              <Table.Tr key={`${each.plugin} ${each.title}`}>
                <Table.Td>
                  {each.title}{' '}
                  <Text span c="var(--loupe-muted)">
                    {each.plugin}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{each.waiting.toLocaleString('en')}</Table.Td>
                <Table.Td ta="right">{each.running.toLocaleString('en')}</Table.Td>
                <Table.Td ta="right" {...(each.failed > 0 ? { c: 'var(--loupe-danger)', fw: 600 } : {})}>
                  {each.failed === 0 ? (
                    '0'
                  ) : (
                    <Anchor
                      component={Link}
                      to="/admin/jobs?state=FAILED"
                      c="inherit"
                      aria-label={messages.queues.failedJobs(each.failed, each.title)}
                    >
                      {each.failed.toLocaleString('en')}
                    </Anchor>
                  )}
                </Table.Td>
                <Table.Td>{each.oldestWaiting === null ? '–' : <Time iso={each.oldestWaiting} />}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
