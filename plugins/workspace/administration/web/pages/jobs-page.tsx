import { Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { PageHeader, Segments, Time } from '#core/ui/web/index.ts';
import type { jobStates } from '../../common/people-api.ts';
import { AdminClient } from '../admin-client.ts';
import { AdminTabs } from '../admin-tabs.tsx';
import { messages } from '../messages.ts';
import { SearchedTable } from '../searched-table.tsx';

const texts = messages.jobsPage;
type State = (typeof jobStates)[number];
const STATES: Readonly<Record<State, string>> = {
  NOT_STARTED: texts.waiting,
  IN_PROGRESS: texts.running,
  COMPLETED: texts.done,
  FAILED: texts.failed,
};

/** Jobs of all teams, the newest first. */
export default function JobsPage(): JSX.Element {
  const { installation } = useService(AdminClient);
  const [state, setState] = useState<State | 'all'>('all');
  return (
    <>
      <PageHeader title={texts.jobs} />
      <AdminTabs />
      <SearchedTable
        key={state}
        label={texts.jobs}
        searched={false}
        list={['admin', 'jobs', state]}
        load={query =>
          installation.listInstallationJobs({ query: { ...query, ...(state === 'all' ? {} : { state }) } })
        }
        keyOf={row => row.id}
        empty={texts.none}
        controls={
          <Segments
            aria-label={texts.state}
            value={state}
            onChange={setState}
            data={[
              { value: 'all', label: texts.all },
              ...Object.entries(STATES).map(([value, label]) => ({ value: value as State, label })),
            ]}
          />
        }
        columns={[
          { title: texts.job, cell: row => <Text fw={500}>{row.title}</Text> },
          { title: texts.team, cell: row => row.team ?? texts.deletedTeam },
          {
            title: texts.state,
            cell: ({ state: now, error, done, total }) => (
              <>
                {STATES[now as State] ?? now}
                {now === 'IN_PROGRESS' && total > 0 ? ` ${texts.progress(done, total)}` : ''}
                {error === null ? undefined : (
                  <Text size="sm" c="var(--loupe-danger)">
                    {error}
                  </Text>
                )}
              </>
            ),
          },
          { title: texts.created, cell: row => <Time iso={row.createdAt} /> },
          { title: texts.finished, cell: row => (row.finishedAt === null ? '' : <Time iso={row.finishedAt} />) },
        ]}
      />
    </>
  );
}
