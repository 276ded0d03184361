import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { PageHeader, Segments, StatusChip, Time } from '#core/ui/web/index.ts';
import { SearchedTable } from '#plugins/workspace/administration/web/kit/index.ts';
import type { ErrorState } from '../../common/api.ts';
import { errorStates } from '../../common/api.ts';
import { ErrorLogClient } from '../error-log-client.ts';
import { messages } from '../messages.ts';

/** Errors of the installation in groups, the last seen first. */
export default function ErrorsPage(): JSX.Element {
  const { api } = useService(ErrorLogClient);
  const [state, setState] = useState<ErrorState>('open');
  return (
    <>
      <PageHeader title={messages.shared.errors} />
      <SearchedTable
        key={state}
        label={messages.shared.errors}
        list={['admin', 'errors', state]}
        load={query => api.listErrors({ query: { ...query, state } })}
        keyOf={row => row.id}
        empty={messages.errorsPage.none[state]}
        controls={
          <>
            <Segments
              aria-label={messages.errorsPage.state}
              value={state}
              onChange={setState}
              data={errorStates.map(value => ({ value, label: messages.shared.states[value] }))}
            />
            <Text size="sm" c="var(--loupe-muted)" maw={560}>
              {messages.errorsPage.intro}
            </Text>
          </>
        }
        columns={[
          {
            title: messages.errorsPage.error,
            cell: row => (
              <>
                <Group gap="xs" wrap="nowrap">
                  <Anchor component={Link} to={`/admin/errors/${row.id}`} fw={500} lineClamp={2}>
                    {row.kind}: {row.message}
                  </Anchor>
                  {row.returned ? (
                    <StatusChip label={messages.shared.returned} color="var(--loupe-danger)" />
                  ) : undefined}
                </Group>
                <Text size="sm" c="var(--loupe-muted)" lineClamp={1}>
                  {messages.shared.sides[row.side]} · {row.place}
                </Text>
              </>
            ),
          },
          { title: messages.errorsPage.count, cell: row => row.count.toLocaleString('en') },
          { title: messages.errorsPage.people, cell: row => row.people.toLocaleString('en') },
          { title: messages.shared.version, cell: row => row.version },
          { title: messages.errorsPage.lastSeen, cell: row => <Time iso={row.lastSeen} /> },
        ]}
      />
    </>
  );
}
