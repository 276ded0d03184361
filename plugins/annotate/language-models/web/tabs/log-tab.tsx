import { Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useAddressOf, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  downloadFile,
  EmptyState,
  ErrorPanel,
  Icon,
  longDate,
  SearchBox,
  shortDate,
  StatusChip,
  toastError,
  useDebounced,
} from '#core/ui/web/index.ts';
import { durationText } from '../../common/duration-text.ts';
import type { RunView } from '../../common/model.ts';
import { runStates } from '../../common/model.ts';
import { messages } from '../messages.ts';
import { ModelsClient } from '../models-client.ts';

const PAGE = 50;
const states: Readonly<Record<RunView['state'], { readonly label: string; readonly color: string }>> = {
  running: { label: messages.logTab.running, color: 'var(--loupe-accent)' },
  done: { label: messages.logTab.done, color: 'var(--loupe-success)' },
  stopped: { label: messages.logTab.stopped, color: 'var(--loupe-muted)' },
  failed: { label: messages.shared.failed, color: 'var(--loupe-danger)' },
  refused: { label: messages.logTab.refused, color: 'var(--loupe-warning)' },
  lost: { label: messages.logTab.lost, color: 'var(--loupe-danger)' },
};
const kinds = { run: messages.logTab.form, try: messages.shared.tryIt, fetch: messages.logTab.scriptRequest } as const;
const words = (value: string | null): string | undefined => (value === null || value === '' ? undefined : value);

/** Every call, newest first. */
export function LogTab(): JSX.Element {
  const addressOf = useAddressOf();
  const { api } = useService(ModelsClient);
  const team = useTeam();
  const [text, setText] = useState('');
  const [state, setState] = useState<string | null>(null);
  const [kind, setKind] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const asked = useDebounced(text.trim());
  const filter = {
    ...(asked === '' ? {} : { text: asked }),
    ...(words(state) === undefined ? {} : { state: state as RunView['state'] }),
    ...(words(kind) === undefined ? {} : { kind: kind as RunView['kind'] }),
  };
  const list = useQuery({
    queryKey: ['models', 'log', team.id, filter, at],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.listRuns({ query: { ...filter, offset: at, limit: PAGE }, signal }),
  });
  const count = list.data?.count ?? 0;
  const filtered = Object.keys(filter).length > 0;
  const download = async (): Promise<void> => {
    try {
      downloadFile('model-calls.csv', await (await api.downloadRuns({ query: filter })).blob());
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <Group gap="xs" mb="sm" pt="sm">
        <SearchBox
          value={text}
          onChange={value => {
            setText(value);
            setAt(0);
          }}
          label={messages.logTab.searchCalls}
        />
        <Select
          aria-label={messages.logTab.state}
          placeholder={messages.logTab.anyState}
          clearable
          w={130}
          data={runStates.map(each => ({ value: each, label: states[each].label }))}
          value={state}
          onChange={value => {
            setState(value);
            setAt(0);
          }}
        />
        <Select
          aria-label={messages.logTab.kind}
          placeholder={messages.logTab.anyKind}
          clearable
          w={150}
          data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={value => {
            setKind(value);
            setAt(0);
          }}
        />
        <Button
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          disabled={count === 0}
          onClick={() => void download()}
        >
          CSV
        </Button>
      </Group>
      {list.error !== null && list.data === undefined ? (
        <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
      ) : undefined}
      {list.isPending ? [0, 1, 2].map(each => <Skeleton key={each} h={32} mb="xs" />) : undefined}
      {list.data !== undefined && count === 0 ? (
        <EmptyState icon="history" text={filtered ? messages.logTab.noCallMatches : messages.logTab.noCallsYet} />
      ) : undefined}
      {count === 0 ? undefined : (
        <Table highlightOnHover layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={76}>{messages.logTab.when}</Table.Th>
              <Table.Th>{messages.logTab.modelOrHost}</Table.Th>
              <Table.Th>{messages.logTab.who}</Table.Th>
              <Table.Th>{messages.logTab.project}</Table.Th>
              <Table.Th>{messages.logTab.item}</Table.Th>
              <Table.Th w={120}>{messages.logTab.tokensIn}</Table.Th>
              <Table.Th w={80}>{messages.logTab.cost}</Table.Th>
              <Table.Th w={66}>{messages.logTab.time}</Table.Th>
              <Table.Th w={96}>{messages.logTab.state}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.data?.data.map(each => (
              <Table.Tr key={each.id}>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)" title={longDate(each.created_at)}>
                    {shortDate(each.created_at)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" fw={500} truncate title={each.target}>
                    {each.target}
                  </Text>
                  {each.error === null ? undefined : (
                    <Text size="sm" c="var(--loupe-danger)" lineClamp={2} title={each.error}>
                      {each.error}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Text size="sm" truncate title={addressOf(each.email)}>
                    {addressOf(each.email)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)" truncate title={words(each.project_name)}>
                    {each.project_name ?? '–'}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)" truncate title={words(each.item_name)}>
                    {each.item_name ?? '–'}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" title={each.estimated ? messages.logTab.estimatedTheProviderDidNotCount : undefined}>
                    {each.kind === 'fetch'
                      ? '–'
                      : `${each.estimated ? '~' : ''}${each.input_tokens.toLocaleString('en')}, ${each.output_tokens.toLocaleString('en')}`}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm">
                    {each.cost === null
                      ? '–'
                      : `$${each.cost < 0.01 ? Number(each.cost.toPrecision(2)) : each.cost.toFixed(2)}`}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm">{each.latency_ms === null ? '–' : durationText(each.latency_ms)}</Text>
                </Table.Td>
                <Table.Td>
                  <StatusChip {...states[each.state]} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {count <= PAGE ? undefined : (
        <Group gap="xs" mt="sm" justify="flex-end">
          <Text size="sm" c="var(--loupe-muted)">
            {messages.logTab.atOf(
              (at + 1).toLocaleString('en'),
              Math.min(at + PAGE, count).toLocaleString('en'),
              count.toLocaleString('en'),
            )}
          </Text>
          <Button variant="default" disabled={at === 0} onClick={() => setAt(Math.max(0, at - PAGE))}>
            {messages.logTab.newer}
          </Button>
          <Button variant="default" disabled={at + PAGE >= count} onClick={() => setAt(at + PAGE)}>
            {messages.logTab.older}
          </Button>
        </Group>
      )}
    </>
  );
}
