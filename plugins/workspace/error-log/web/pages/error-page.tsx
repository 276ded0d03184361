import { Button, Code, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, PageBody, PageHeader, Time, toast, toastError, usePageName } from '#core/ui/web/index.ts';
import type { ErrorDetail, ErrorState } from '../../common/api.ts';
import { MOST_PEOPLE } from '../../common/api.ts';
import { ErrorLogClient } from '../error-log-client.ts';
import { messages } from '../messages.ts';

const CHANGED: Readonly<Record<ErrorState, string>> = {
  open: messages.errorPage.reopened,
  resolved: messages.errorPage.resolved,
  ignored: messages.errorPage.ignored,
};

/** One group of errors: where it comes from, whom it affects, and its newest occurrences. */
export default function ErrorPage(): JSX.Element {
  const { api } = useService(ErrorLogClient);
  const queries = useQueryClient();
  const id = Number(useParams()['errorId']);
  const queryKey = ['admin', 'error', id];
  const found = useQuery({ queryKey, queryFn: () => api.getError({ params: { error_id: id } }) });
  const change = useMutation({
    mutationFn: (state: ErrorState) => api.setErrorState({ params: { error_id: id }, body: { state } }),
    onSuccess(after) {
      queries.setQueryData(queryKey, after);
      void queries.invalidateQueries({ queryKey: ['admin', 'errors'] });
      toast(CHANGED[after.state]);
    },
    onError: toastError,
  });
  usePageName(found.data?.kind);
  if (found.error !== null && found.data === undefined)
    return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  const { data } = found;
  return (
    <>
      <PageHeader title={data?.kind ?? messages.shared.errors}>
        {data === undefined ? undefined : (
          <StateButtons error={data} busy={change.isPending} onChange={change.mutate} />
        )}
        <Button variant="default" component={Link} to="/admin/errors" leftSection={<Icon name="back" size={14} />}>
          {messages.errorPage.allErrors}
        </Button>
      </PageHeader>
      <PageBody>{data === undefined ? <Skeleton h={300} /> : <Details error={data} />}</PageBody>
    </>
  );
}

function StateButtons({
  error,
  busy,
  onChange,
}: {
  readonly error: ErrorDetail;
  readonly busy: boolean;
  readonly onChange: (state: ErrorState) => void;
}): JSX.Element {
  const copy = (): void =>
    void navigator.clipboard.writeText(reportOf(error)).then(
      () => toast(messages.errorPage.copied),
      () => toastError(new Error(messages.errorPage.notCopied)),
    );
  return (
    <>
      {error.state === 'open' ? (
        <>
          <Button loading={busy} onClick={() => onChange('resolved')}>
            {messages.errorPage.resolve}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => onChange('ignored')}>
            {messages.errorPage.ignore}
          </Button>
        </>
      ) : (
        <Button loading={busy} onClick={() => onChange('open')}>
          {messages.errorPage.reopen}
        </Button>
      )}
      <Button variant="default" leftSection={<Icon name="copy" size={14} />} onClick={copy}>
        {messages.errorPage.copy}
      </Button>
    </>
  );
}

function Details({ error }: { readonly error: ErrorDetail }): JSX.Element {
  const rows: readonly (readonly [string, JSX.Element | string])[] = [
    [messages.shared.place, `${messages.shared.sides[error.side]} · ${error.place}`],
    [messages.errorPage.plugin, error.plugin === 'core' ? messages.errorPage.core : error.plugin],
    [messages.shared.version, error.version],
    [messages.errorPage.count, error.count.toLocaleString('en')],
    [
      messages.errorPage.people,
      error.people >= MOST_PEOPLE ? messages.errorPage.thousand : error.people.toLocaleString('en'),
    ],
    [messages.errorPage.firstSeen, <Time key="first" iso={error.firstSeen} />],
    [messages.errorPage.lastSeen, <Time key="last" iso={error.lastSeen} />],
  ];
  return (
    <Stack gap={28}>
      <div>
        <Text fw={500}>{error.message}</Text>
        <Text c="var(--loupe-muted)">
          {messages.errorPage.changed(messages.shared.states[error.state], error.changedBy)}
          {error.returned ? ` · ${messages.errorPage.returnedHint}` : ''}
        </Text>
      </div>
      <Table variant="vertical" layout="fixed" maw={640} aria-label={error.kind}>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={180}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <section aria-labelledby="stack">
        <Title order={2} id="stack" mb="xs">
          {messages.errorPage.stack}
        </Title>
        {error.stack === '' ? (
          <Text c="var(--loupe-muted)">{messages.errorPage.noStack}</Text>
        ) : (
          <Code block tabIndex={0} aria-labelledby="stack">
            {error.stack}
          </Code>
        )}
      </section>
      <section aria-labelledby="occurrences">
        <Title order={2} id="occurrences" mb="xs">
          {messages.errorPage.newest}
        </Title>
        <Table aria-labelledby="occurrences">
          <Table.Thead>
            <Table.Tr>
              {[
                messages.errorPage.time,
                messages.errorPage.person,
                messages.errorPage.organization,
                messages.shared.version,
                messages.errorPage.request,
              ].map(each => (
                <Table.Th key={each}>{each}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {error.occurrences.map((each, index) => (
              <Table.Tr key={index}>
                <Table.Td>
                  <Time iso={each.at} />
                </Table.Td>
                <Table.Td>{each.person ?? '–'}</Table.Td>
                <Table.Td>{each.organization ?? '–'}</Table.Td>
                <Table.Td>{each.version}</Table.Td>
                <Table.Td>{each.request_id ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Stack>
  );
}

/** Returns an error as text, for the report of a defect. No person or organization is in it. */
function reportOf({
  kind,
  message,
  side,
  place,
  plugin,
  version,
  count,
  firstSeen,
  lastSeen,
  stack,
}: ErrorDetail): string {
  return [
    `${kind}: ${message}`,
    messages.errorPage.sidePluginVersion(side, place, plugin, version),
    messages.errorPage.countFromTo(count, firstSeen, lastSeen),
    '',
    stack,
  ].join('\n');
}
