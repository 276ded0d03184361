import { Button, Group, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { Icon, SearchBox, toastError, useDebounced } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { countText } from '../../common/format.ts';
import type { PersonRow, PersonSort } from '../../common/report.ts';
import { AnalyticsClient } from '../analytics-client.ts';
import classes from '../analytics.module.css';
import { downloadCsv } from '../kit/csv.ts';
import { Section } from '../kit/section.tsx';
import type { FigureFilter } from '../kit/use-figure-filters.ts';
import { messages } from '../messages.ts';
import { personColumns } from './people-columns.tsx';

/** People of one page; the CSV file has all. */
const PAGE = 50;
const MOST = 2000;

/** Lists the work of each person, sorted and searched on the server. */
export function PeopleSection({ filter }: { readonly filter: FigureFilter }): JSX.Element {
  const addressOf = useAddressOf();
  const project = useProject();
  const { reports } = useService(AnalyticsClient);
  const [search, setSearch] = useState('');
  const words = useDebounced(search, 300).trim();
  const [{ sort, order }, setOrder] = useState<{ readonly sort: PersonSort; readonly order: 'asc' | 'desc' }>({
    sort: 'items',
    order: 'desc',
  });
  const [shown, setShown] = useState(PAGE);
  const query = {
    ...filter,
    folder_ids: [...(filter.folder_ids ?? [])],
    users: filter.users === undefined ? undefined : [...filter.users],
    sort,
    order,
    ...(words === '' ? {} : { search: words }),
  };
  const loaded = useQuery({
    queryKey: ['analytics', project.id, 'people', filter, words, sort, order, shown],
    queryFn: ({ signal }) =>
      reports.reportPeople({ params: { project_id: project.id }, query: { ...query, limit: shown }, signal }),
    placeholderData: keepPreviousData,
  });
  const timed = loaded.data?.rows.some(each => each.time_ms !== null) ?? false;
  const columns = personColumns.filter(each => each.timed !== true || timed);
  const turn = (next: PersonSort): void =>
    setOrder(now => ({
      sort: next,
      order:
        now.sort === next
          ? now.order === 'asc'
            ? 'desc'
            : 'asc'
          : next === 'name' || next === 'role'
            ? 'asc'
            : 'desc',
    }));
  const save = async (): Promise<void> => {
    const all: PersonRow[] = [];
    for (let total = 1; all.length < total;) {
      const { rows, total_count: count } = await reports.reportPeople({
        params: { project_id: project.id },
        query: { ...query, offset: all.length, limit: MOST },
      });
      all.push(...rows);
      total = rows.length === 0 ? 0 : count;
    }
    const titled = columns.map(each => (each.timed === true ? `${each.title} (s)` : each.title));
    downloadCsv(
      `${project.name} people.csv`,
      ['E-mail', ...titled],
      all.map(row => [addressOf(row.email), ...columns.map(each => each.value(row))]),
    );
  };
  return (
    <Section
      title={messages.peopleSection.people}
      loaded={loaded}
      controls={
        <>
          <SearchBox value={search} onChange={setSearch} label={messages.peopleSection.searchPeople} />
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={14} />}
            disabled={loaded.data === undefined || loaded.data.total_count === 0}
            onClick={() => void save().catch(toastError)}
          >
            CSV
          </Button>
        </>
      }
    >
      {({ rows, total_count: total }) =>
        total === 0 ? (
          <Text size="sm" c="var(--loupe-muted)" py="sm">
            {words === '' ? messages.peopleSection.nobodyWorksInThisProjectYet : messages.peopleSection.nobodyMatches}
          </Text>
        ) : (
          <div
            className={classes['scroll']}
            tabIndex={0}
            role="region"
            aria-label={messages.peopleSection.tableOfPeople}
          >
            <Table stickyHeader verticalSpacing={5} miw={columns.length * 88}>
              <Table.Thead bg="var(--loupe-surface)">
                <Table.Tr>
                  {columns.map(each => (
                    <Table.Th
                      key={each.sort}
                      className={each.numeric ? classes['number'] : undefined}
                      aria-sort={sort === each.sort ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}
                    >
                      <button type="button" className={classes['sort']} onClick={() => turn(each.sort)}>
                        {each.title}
                        {sort === each.sort ? <Icon name={order === 'asc' ? 'up' : 'down'} size={12} /> : undefined}
                      </button>
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(row => (
                  <Table.Tr key={row.email}>
                    {columns.map(each => (
                      <Table.Td key={each.sort} className={each.numeric ? classes['number'] : undefined}>
                        {each.cell(row)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {rows.length < total ? (
              <Group justify="center" p="xs">
                <Button variant="subtle" size="xs" onClick={() => setShown(now => now + PAGE)}>
                  {messages.peopleSection.showMoreOfCountText(countText(total))}
                </Button>
              </Group>
            ) : undefined}
          </div>
        )
      }
    </Section>
  );
}
