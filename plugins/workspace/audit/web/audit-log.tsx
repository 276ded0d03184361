import { Alert, Button, Group, Menu, Skeleton, Text, TextInput } from '@mantine/core';
import { useMutation, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import {
  downloadFile,
  EmptyState,
  ErrorPanel,
  PageBody,
  PageToolbar,
  SearchBox,
  toast,
  toastError,
  useDebounced,
  Pages,
} from '#core/ui/web/index.ts';
import type { AuditCheck, AuditEntryView } from '../common/api.ts';
import { AuditTable } from './audit-table.tsx';
import { messages } from './messages.ts';

/** Entries of one page. */
const ROWS = 50;

type Outcome = AuditEntryView['outcome'];

interface Filter {
  readonly search?: string;
  readonly outcome?: Outcome;
  readonly from?: string;
  readonly until?: string;
}

interface AuditLogProps {
  /** Names the log in the key of its answers. */
  readonly name: string;
  readonly list: (
    query: Filter & { readonly offset: number; readonly limit: number },
  ) => Promise<{ readonly data: readonly AuditEntryView[]; readonly count: number }>;
  /** Absent where the log is not exported. */
  readonly download?: (query: Filter & { readonly format: 'csv' | 'jsonl' }) => Promise<Response>;
  /** Absent where a part of a chain is shown, which proves nothing alone. */
  readonly verify?: () => Promise<AuditCheck>;
}

interface Asked {
  readonly search: string;
  readonly outcome: string | null;
  readonly from: string;
  readonly until: string;
}

const NOTHING: Asked = { search: '', outcome: null, from: '', until: '' };

/** Days are those of the person; the last one is included. */
const dayStart = (day: string, later = 0): string => {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + later);
  return date.toISOString();
};

const filterOf = ({ search, outcome, from, until }: Asked): Filter => ({
  ...(search.trim() === '' ? {} : { search: search.trim() }),
  ...(outcome === null ? {} : { outcome: outcome as Outcome }),
  ...(from === '' ? {} : { from: dayStart(from) }),
  ...(until === '' ? {} : { until: dayStart(until, 1) }),
});

/** The audit log with filters, export and a check of its chain. */
export function AuditLog({ name, list, download, verify }: AuditLogProps): JSX.Element {
  const [asked, setAsked] = useState(NOTHING);
  const [page, setPage] = useState(1);
  const [check, setCheck] = useState<AuditCheck>();
  const filter = filterOf(useDebounced(asked, 300));
  const entries = useQuery({
    queryKey: ['audit', name, filter, page],
    queryFn: () => list({ ...filter, offset: (page - 1) * ROWS, limit: ROWS }),
    placeholderData: keepPreviousData,
  });
  const verifying = useMutation({
    mutationFn: (ask: () => Promise<AuditCheck>) => ask(),
    onSuccess: found => {
      setCheck(found);
      if (found.problems.length === 0) toast(messages.auditLog.unchanged(found.entries), { tone: 'success' });
    },
    onError: toastError,
  });
  if (entries.error !== null) return <ErrorPanel error={entries.error} onRetry={() => void entries.refetch()} />;
  const change = (part: Partial<Asked>): void => {
    setAsked(before => ({ ...before, ...part }));
    setPage(1);
  };
  const save = (write: NonNullable<AuditLogProps['download']>, format: 'csv' | 'jsonl'): Promise<void> =>
    write({ ...filter, format })
      .then(answer => answer.blob())
      .then(file => downloadFile(`${messages.auditLog.fileName}.${format}`, file), toastError);
  const filtered = Object.keys(filter).length > 0;
  const pages = Math.ceil((entries.data?.count ?? 0) / ROWS);
  return (
    <>
      <PageToolbar>
        <SearchBox value={asked.search} label={messages.auditLog.search} onChange={search => change({ search })} />
        <TextInput
          type="date"
          aria-label={messages.auditLog.from}
          value={asked.from}
          onChange={event => change({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          aria-label={messages.auditLog.until}
          value={asked.until}
          onChange={event => change({ until: event.currentTarget.value })}
        />
        <Select
          aria-label={messages.auditLog.outcome}
          placeholder={messages.auditLog.any}
          clearable
          w={150}
          value={asked.outcome}
          onChange={outcome => change({ outcome })}
          data={[
            { value: 'done', label: messages.auditLog.done },
            { value: 'denied', label: messages.auditLog.denied },
            { value: 'failed', label: messages.auditLog.failed },
          ]}
        />
        <Group gap="xs" ml="auto" wrap="nowrap">
          {verify === undefined ? undefined : (
            <Button variant="default" loading={verifying.isPending} onClick={() => verifying.mutate(verify)}>
              {messages.auditLog.check}
            </Button>
          )}
          {download === undefined ? undefined : (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default">{messages.auditLog.exportFile}</Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => void save(download, 'csv')}>{messages.auditLog.csv}</Menu.Item>
                <Menu.Item onClick={() => void save(download, 'jsonl')}>{messages.auditLog.jsonLines}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </PageToolbar>
      <PageBody label={messages.auditLog.entries}>
        {check === undefined || check.problems.length === 0 ? undefined : (
          <Alert color="red" role="alert" mb="md" title={messages.auditLog.changed}>
            {check.problems.map(({ organization_id: organization, number, reason }) => (
              <Text key={`${organization} ${number}`}>{messages.auditLog.problem(organization, number, reason)}</Text>
            ))}
          </Alert>
        )}
        {entries.data === undefined ? <Skeleton h={200} /> : undefined}
        {entries.data?.count === 0 ? (
          <EmptyState
            icon={filtered ? 'search' : 'activity'}
            text={filtered ? messages.auditLog.nothingMatches : messages.auditLog.empty}
          >
            {filtered ? (
              <Button variant="default" onClick={() => change(NOTHING)}>
                {messages.auditLog.clear}
              </Button>
            ) : undefined}
          </EmptyState>
        ) : undefined}
        {(entries.data?.count ?? 0) > 0 ? <AuditTable entries={entries.data?.data ?? []} /> : undefined}
        <Pages total={pages} value={page} onChange={setPage} />
      </PageBody>
    </>
  );
}
