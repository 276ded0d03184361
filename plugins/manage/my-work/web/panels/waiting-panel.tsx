import { Group, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, LoadingSkeleton, Time } from '#core/ui/web/index.ts';
import { DueMark, useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { WaitingPerson } from '../../common/api.ts';
import { messages } from '../messages.ts';
import { MyWorkClient } from '../my-work-client.ts';
import classes from '../my-work.module.css';

const COLUMNS = [
  ['returned', messages.waitingPanel.returned],
  ['untouched', messages.waitingPanel.untouched],
  ['in_progress', messages.waitingPanel.inProgress],
] as const;

/** Whom the items of the project wait for; every number leads to its items. */
export default function WaitingPanel(): JSX.Element {
  const project = useProject();
  const { api } = useService(MyWorkClient);
  const waiting = useQuery({
    queryKey: ['myWork', 'waiting', project.id],
    queryFn: () => api.listWaiting({ params: { project_id: project.id } }),
  });
  return (
    <section aria-label={messages.waitingPanel.waitingFor} className={classes['waiting']!}>
      <Group gap="xs" mb="xs">
        <Title order={2}>{messages.waitingPanel.waitingFor}</Title>
        {typeof waiting.data?.due_on === 'string' ? <DueMark due={waiting.data.due_on} /> : undefined}
      </Group>
      {waiting.error !== null ? (
        <ErrorPanel error={waiting.error} onRetry={() => void waiting.refetch()} />
      ) : waiting.data === undefined ? (
        <LoadingSkeleton h={90} label={messages.waitingPanel.loading} />
      ) : waiting.data.data.length === 0 ? (
        <Text c="var(--loupe-muted)">{messages.waitingPanel.nothingWaits}</Text>
      ) : (
        <WaitingTable people={waiting.data.data} base={`/t/${project.team_id}/p/${project.id}/data`} />
      )}
    </section>
  );
}

function WaitingTable({
  people,
  base,
}: {
  readonly people: readonly WaitingPerson[];
  readonly base: string;
}): JSX.Element {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages.waitingPanel.person}</Table.Th>
          {COLUMNS.map(([key, title]) => (
            <Table.Th key={key} ta="right">
              {title}
            </Table.Th>
          ))}
          <Table.Th ta="right">{messages.waitingPanel.openComments}</Table.Th>
          <Table.Th ta="right">{messages.waitingPanel.longest}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map(each => {
          const name = each.name ?? messages.waitingPanel.nobody;
          const of = (title: string, items: number, search: string): JSX.Element => (
            <Count label={messages.waitingPanel.itemsOf(title, items, name)} items={items} to={`${base}?${search}`} />
          );
          return (
            <Table.Tr key={`${each.email} ${each.role}`}>
              <Table.Th scope="row" fw={500}>
                {name}
              </Table.Th>
              {COLUMNS.map(([key, title]) => (
                <Table.Td key={key} ta="right">
                  {of(title, each[key].items, searchOf(each.email, each[key].statuses))}
                </Table.Td>
              ))}
              <Table.Td ta="right">
                {of(
                  messages.waitingPanel.openComments,
                  each.open_comments,
                  searchOf(each.email, [], 'open_comments||$gt||0'),
                )}
              </Table.Td>
              <Table.Td ta="right">{each.since === null ? undefined : <Time iso={each.since} />}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function Count({
  items,
  label,
  to,
}: {
  readonly items: number;
  readonly label: string;
  readonly to: string;
}): JSX.Element {
  if (items === 0)
    return (
      <Text span c="var(--loupe-muted)">
        {items}
      </Text>
    );
  return (
    <Link to={to} aria-label={label}>
      {items.toLocaleString('en')}
    </Link>
  );
}

/** The list of the data tab with these items, as its address. */
function searchOf(email: string | null, statuses: readonly number[], where?: string): string {
  const search = new URLSearchParams({ assignee: email ?? 'none' });
  for (const each of statuses) search.append('status', String(each));
  if (where !== undefined) search.append('where', where);
  return search.toString();
}
