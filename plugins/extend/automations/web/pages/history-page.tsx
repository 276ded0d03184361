import { Anchor, Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Drawer, Select } from '#core/controls/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  downloadFile,
  EmptyState,
  ErrorPanel,
  Icon,
  longDate,
  PageBody,
  PageHeader,
  toast,
  toastError,
  useLatestParams,
} from '#core/ui/web/index.ts';
import { runsCsv } from '../../common/runs-csv.ts';
import { eventTypeOf, eventTypes } from '../../common/event-types.ts';
import type { RunState } from '../../common/run-states.ts';
import { runStates, runStateTitles } from '../../common/run-states.ts';
import { AutomationTabs } from '../automation-tabs.tsx';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { foundRuns, replayRuns } from '../found-runs.ts';
import { messages } from '../messages.ts';
import { RunChart } from '../run-chart.tsx';
import { RunDetails } from '../run-details.tsx';
import { RunFigures } from '../run-figures.tsx';
import { RunStateMark } from '../run-state-mark.tsx';
import { TeamLimits } from '../limits/team-limits.tsx';

const PAGE = 50;
/** Runs of a download or of a replay. */
const MOST_ROWS = 20_000;

/** Lists the runs for events: counts of the last day, and runs with their steps. */
export default function HistoryPage(): JSX.Element {
  const { api, tests } = useService(AutomationsClient);
  const manages = useCan('ManagePipelines');
  const queries = useQueryClient();
  const team = useTeam();
  const [params, setParams] = useLatestParams();
  // A link to a run opens it.
  const [opened, setOpened] = useState(() => Number(params.get('run')) || undefined);
  const [offset, setOffset] = useState(0);
  const key = automationsKey(team.id);
  const pipelines = useQuery({
    queryKey: [...key, 'pipelines'],
    queryFn: async () => (await api.listPipelines()).data,
  });
  const state = runStates.find(each => each === params.get('state'));
  const [pipeline, event] = [params.get('pipeline'), params.get('event')];
  const filter = {
    ...(pipeline === null ? {} : { pipeline_id: Number(pipeline) }),
    ...(state === undefined ? {} : { state }),
    ...(event === null ? {} : { event }),
  };
  const runs = useQuery({
    queryKey: [...key, 'runs', filter, offset],
    queryFn: () => api.listRuns({ query: { ...filter, offset, limit: PAGE } }),
    placeholderData: before => before,
  });
  const put = (name: string, value: string | null): void => {
    setOffset(0);
    setParams(now => {
      const next = new URLSearchParams(now);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  };
  const total = runs.data?.total_count ?? 0;
  const [downloading, setDownloading] = useState(false);
  const download = async (): Promise<void> => {
    setDownloading(true);
    try {
      const all = await foundRuns(api, filter, MOST_ROWS);
      downloadFile('runs.csv', new Blob([runsCsv(all)], { type: 'text/csv' }));
      if (total > all.length) toast(messages.historyPage.onlyNewest(all.length), { tone: 'info' });
    } catch (error) {
      toastError(error);
    }
    setDownloading(false);
  };
  const [replaying, setReplaying] = useState(false);
  const replay = async (): Promise<void> => {
    const sure =
      total <= PAGE ||
      (await confirm({
        title: messages.historyPage.replayFailed,
        text: messages.historyPage.replayQuestion(Math.min(total, MOST_ROWS)),
        action: messages.historyPage.replay,
      }));
    if (!sure) return;
    setReplaying(true);
    try {
      const steps = await replayRuns(tests, await foundRuns(api, filter, MOST_ROWS));
      toast(messages.historyPage.stepsAreReplayed(steps), { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
    setReplaying(false);
    await queries.invalidateQueries({ queryKey: key });
  };
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader title={messages.shared.automations} />
      <AutomationTabs />
      <PageBody>
        <TeamLimits />
        <RunFigures />
        <RunChart filter={filter} />
        <Group gap="xs" py="sm">
          <Select
            aria-label={messages.historyPage.pipeline}
            placeholder={messages.shared.allPipelines}
            clearable
            searchable
            data={(pipelines.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
            value={pipeline}
            onChange={next => put('pipeline', next)}
          />
          <Select
            aria-label={messages.historyPage.state}
            placeholder={messages.historyPage.allStates}
            clearable
            data={runStates.map((each: RunState) => ({ value: each, label: runStateTitles[each] }))}
            value={state ?? null}
            onChange={next => put('state', next)}
          />
          <Select
            aria-label={messages.shared.event}
            placeholder={messages.historyPage.allEvents}
            clearable
            data={eventTypes.map(each => ({ value: each.type, label: each.title }))}
            value={event}
            onChange={next => put('event', next)}
          />
          {manages && state === 'FAILED' && total > 0 ? (
            <Button variant="default" loading={replaying} onClick={() => void replay()}>
              {messages.historyPage.replayFailed}
            </Button>
          ) : undefined}
          {total === 0 ? undefined : (
            <Button
              variant="default"
              loading={downloading}
              leftSection={<Icon name="download" size={14} />}
              onClick={() => void download()}
            >
              {messages.historyPage.downloadCsv}
            </Button>
          )}
          {filtered ? (
            <Button
              variant="subtle"
              onClick={() => {
                setOffset(0);
                setParams(() => new URLSearchParams());
              }}
            >
              {messages.historyPage.resetFilters}
            </Button>
          ) : undefined}
        </Group>
        {runs.error !== null && runs.data === undefined ? (
          <ErrorPanel error={runs.error} onRetry={() => void runs.refetch()} />
        ) : undefined}
        {runs.isPending ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {total === 0 ? undefined : (
          <Table highlightOnHover stickyHeader layout="fixed">
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th w={120}>{messages.historyPage.state}</Table.Th>
                <Table.Th>{messages.historyPage.about}</Table.Th>
                <Table.Th>{messages.shared.event}</Table.Th>
                <Table.Th>{messages.historyPage.pipeline}</Table.Th>
                <Table.Th w={190}>{messages.shared.time}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {runs.data?.data.map(each => (
                <Table.Tr key={each.id}>
                  <Table.Td>
                    <RunStateMark state={each.state} />
                  </Table.Td>
                  <Table.Td>
                    <Anchor
                      component="button"
                      display="block"
                      maw="100%"
                      fw={500}
                      truncate
                      onClick={() => setOpened(each.id)}
                    >
                      {each.subject === '' ? messages.historyPage.runId(each.id) : each.subject}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" truncate>
                      {eventTypeOf(each.event)?.title ?? each.event}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" truncate title={each.pipeline_name}>
                      {each.pipeline_name}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)">
                      {longDate(each.createdAt)}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {runs.data !== undefined && total === 0 ? (
          <EmptyState
            icon="history"
            text={filtered ? messages.historyPage.noRunMatchesTheseFilters : messages.historyPage.nothingRanYet}
          />
        ) : undefined}
        {total > PAGE ? (
          <Group justify="flex-end" gap="xs" py="sm">
            <Text size="sm" c="var(--loupe-muted)">
              {messages.historyPage.offsetOf(offset + 1, Math.min(total, offset + PAGE), total.toLocaleString('en'))}
            </Text>
            <Button variant="default" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
              {messages.historyPage.newer}
            </Button>
            <Button variant="default" disabled={offset + PAGE >= total} onClick={() => setOffset(offset + PAGE)}>
              {messages.historyPage.older}
            </Button>
          </Group>
        ) : undefined}
      </PageBody>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size={520}
        title={messages.historyPage.run}
      >
        {opened === undefined ? undefined : <RunDetails id={opened} onOpen={setOpened} />}
      </Drawer>
    </>
  );
}
