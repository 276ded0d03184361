import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { PageHeader, Segments, Time, useLatestParams } from '#core/ui/web/index.ts';
import type { jobStates } from '../../common/people-api.ts';
import { AdminClient } from '../admin-client.ts';
import { messages } from '../messages.ts';
import { SearchedTable } from '../searched-table.tsx';

type State = (typeof jobStates)[number];
const STATES: Readonly<Record<State, string>> = {
  NOT_STARTED: messages.jobsPage.waiting,
  IN_PROGRESS: messages.jobsPage.running,
  COMPLETED: messages.jobsPage.done,
  FAILED: messages.jobsPage.failed,
};

/** Jobs of all teams, the newest first. */
export default function JobsPage(): JSX.Element {
  const { installation } = useService(AdminClient);
  const [params, change] = useLatestParams();
  const asked = params.get('state') ?? 'all';
  const state = Object.hasOwn(STATES, asked) ? (asked as State) : 'all';
  return (
    <>
      <PageHeader title={messages.jobsPage.jobs} />
      <SearchedTable
        key={state}
        label={messages.jobsPage.jobs}
        searched={false}
        list={['admin', 'jobs', state]}
        load={query =>
          installation.listInstallationJobs({ query: { ...query, ...(state === 'all' ? {} : { state }) } })
        }
        keyOf={row => row.id}
        empty={messages.jobsPage.none}
        controls={
          <Segments
            aria-label={messages.jobsPage.state}
            value={state}
            onChange={value => change(() => new URLSearchParams(value === 'all' ? {} : { state: value }))}
            data={[
              { value: 'all', label: messages.jobsPage.all },
              ...Object.entries(STATES).map(([value, label]) => ({ value: value as State, label })),
            ]}
          />
        }
        columns={[
          { title: messages.jobsPage.job, cell: row => <Text fw={500}>{row.title}</Text> },
          { title: messages.jobsPage.team, cell: row => row.team ?? messages.jobsPage.deletedTeam },
          {
            title: messages.jobsPage.state,
            cell: ({ state: now, error, done, total }) => (
              <>
                {STATES[now as State] ?? now}
                {now === 'IN_PROGRESS' && total > 0 ? ` ${messages.jobsPage.progress(done, total)}` : ''}
                {error === null ? undefined : (
                  <Text size="sm" c="var(--loupe-danger)">
                    {error}
                  </Text>
                )}
              </>
            ),
          },
          { title: messages.jobsPage.created, cell: row => <Time iso={row.createdAt} /> },
          {
            title: messages.jobsPage.finished,
            cell: row => (row.finishedAt === null ? '' : <Time iso={row.finishedAt} />),
          },
        ]}
      />
    </>
  );
}
