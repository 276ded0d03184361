import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { fileSize, shortDate, Time, toastError } from '#core/ui/web/index.ts';
import type { UsageExport } from '../common/exports-api.ts';
import { messages } from './messages.ts';
import { UsageClient } from './usage-client.ts';

const KEY = ['admin', 'usage', 'exports'] as const;
/** Milliseconds between two looks while files are being written. */
const WHILE_WRITING = 1_000;

const isOpen = ({ state }: UsageExport): boolean => state === 'NOT_STARTED' || state === 'IN_PROGRESS';

/** Files of counts, the newest first; nothing while there are none. */
export function UsageExports(): JSX.Element | undefined {
  const { exports } = useService(UsageClient);
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: KEY,
    queryFn: () => exports.listUsageExports({ query: { limit: 50 } }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) === true ? WHILE_WRITING : false),
  });
  const removing = useMutation({
    mutationFn: (id: string) => exports.removeUsageExport({ params: { usage_export_id: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
    onError: toastError,
  });
  if (list.data === undefined || list.data.count === 0) return undefined;
  return (
    <section aria-labelledby="usage-exports">
      <Title order={2} id="usage-exports" mb="xs">
        {messages.usageExports.exports}
      </Title>
      <Table aria-labelledby="usage-exports">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages.usageExports.period}</Table.Th>
            <Table.Th>{messages.shared.team}</Table.Th>
            <Table.Th>{messages.usageExports.state}</Table.Th>
            <Table.Th>{messages.usageExports.created}</Table.Th>
            <Table.Th>{messages.usageExports.by}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.data.data.map(each => (
            <Line key={each.id} file={each} onRemove={() => removing.mutate(each.id)} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Line({ file, onRemove }: { readonly file: UsageExport; readonly onRemove: () => void }): JSX.Element {
  const period = messages.usageExports.days(shortDate(file.from), shortDate(file.to));
  return (
    <Table.Tr h={40}>
      <Table.Td fw={500}>{period}</Table.Td>
      <Table.Td>
        {file.team === null ? messages.shared.allTeams : (file.team.name ?? messages.shared.deletedTeam(file.team.id))}
      </Table.Td>
      <Table.Td>
        <State file={file} />
      </Table.Td>
      <Table.Td>
        <Time iso={file.createdAt} />
      </Table.Td>
      <Table.Td>{file.asked_by ?? messages.usageExports.deletedAccount}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {file.url === null ? undefined : (
            <Button
              component="a"
              href={file.url}
              download={`usage-${file.from}-${file.to}.csv`}
              size="compact-sm"
              variant="default"
              aria-label={messages.usageExports.downloadOf(period)}
            >
              {messages.usageExports.download}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={isOpen(file) ? messages.usageExports.cancelOf(period) : messages.usageExports.removeOf(period)}
            onClick={onRemove}
          >
            {isOpen(file) ? messages.usageExports.cancel : messages.usageExports.remove}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function State({ file }: { readonly file: UsageExport }): JSX.Element {
  switch (file.state) {
    case 'NOT_STARTED':
      return <>{messages.usageExports.waiting}</>;
    case 'IN_PROGRESS':
      return <>{messages.usageExports.lines(file.done, file.total)}</>;
    case 'COMPLETED':
      return <>{messages.usageExports.size(file.done, fileSize(file.size ?? 0))}</>;
    case 'FAILED':
      return (
        <>
          {messages.usageExports.failed}
          <Text size="sm" c="var(--loupe-danger)">
            {file.error}
          </Text>
        </>
      );
  }
}
