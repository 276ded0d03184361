import { Button, Group, Progress, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { JobView } from '#core/kernel/common/index.ts';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { longDate, shortDate, StatusChip, Tooltip } from '#core/ui/web/index.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { importStates } from '../common/import-api.ts';
import { resultLines, undoLines } from './import-lines.ts';
import { messages } from './messages.ts';
import { TransferClient } from './transfer-client.ts';

interface ImportListProps {
  readonly projectId: number;
  readonly jobs: ReadonlyMap<string, JobView>;
  readonly onUndo: (record: ImportRecord) => void;
  readonly onCancel: (record: ImportRecord) => void;
}

/** Imports of a project with what they did and their undo; nothing when there were none. */
export function ImportList({ projectId, jobs, onUndo, onCancel }: ImportListProps): JSX.Element | undefined {
  const addressOf = useAddressOf();
  const { imports } = useService(TransferClient);
  const list = useQuery({
    queryKey: ['exchange', 'imports', projectId],
    queryFn: () => imports.listImports({ params: { project_id: projectId } }),
  });
  const rows = list.data?.data ?? [];
  if (rows.length === 0) return undefined;
  return (
    <section aria-label={messages.importList.imports}>
      <Text component="h2" fw={600} mt="xl" mb="xs">
        {messages.importList.imports}
      </Text>
      <Table.ScrollContainer minWidth={900}>
        <Table highlightOnHover layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.importList.file}</Table.Th>
              <Table.Th>{messages.importList.result}</Table.Th>
              <Table.Th w={176}>{messages.shared.state}</Table.Th>
              <Table.Th w={116}>{messages.shared.imported}</Table.Th>
              <Table.Th w={128} aria-label={messages.shared.actions} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(each => (
              <Table.Tr key={each.id}>
                <Table.Td>
                  <Text truncate title={each.name}>
                    {each.name}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text truncate title={outcomeOf(each)}>
                    {outcomeOf(each)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <ImportState record={each} job={each.job_id === null ? undefined : jobs.get(each.job_id)} />
                </Table.Td>
                <Table.Td>
                  <Tooltip label={`${addressOf(each.creator_id)}, ${longDate(each.createdAt)}`}>
                    <Text span>{shortDate(each.createdAt)}</Text>
                  </Tooltip>
                </Table.Td>
                <Table.Td>
                  <Group justify="flex-end">
                    {each.status === importStates.running || each.status === importStates.undoing ? (
                      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onCancel(each)}>
                        {messages.shared.cancel}
                      </Button>
                    ) : each.status === importStates.undone ? undefined : (
                      <Button size="compact-sm" variant="subtle" onClick={() => onUndo(each)}>
                        {messages.shared.undoImport}
                      </Button>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

/** Returns what an import or its undo did, in one line. */
function outcomeOf({ result, undo_result: undone, error }: ImportRecord): string {
  if (undone !== null)
    return [
      ...undoLines(undone),
      ...(undone.keptCount > 0 ? [messages.importList.keptCountLeftUnchanged(undone.keptCount)] : []),
    ].join(', ');
  return result === null ? (error?.message ?? '') : resultLines(result).join(', ');
}

function ImportState({
  record,
  job,
}: {
  readonly record: ImportRecord;
  readonly job: JobView | undefined;
}): JSX.Element {
  if (record.status === importStates.running || record.status === importStates.undoing) {
    const known = job !== undefined && job.total !== null && job.total > 0;
    return (
      <Progress
        aria-label={messages.shared.progressOfName(record.name)}
        size="sm"
        value={known ? (job.done / job.total!) * 100 : 100}
        animated={!known}
      />
    );
  }
  if (record.status === importStates.undone)
    return <StatusChip label={messages.importList.undone} color="var(--loupe-muted)" />;
  if (record.status === importStates.canceled)
    return <StatusChip label={messages.shared.cancelled} color="var(--loupe-muted)" />;
  if (record.status === importStates.failed)
    return <StatusChip label={messages.shared.failed} color="var(--loupe-danger)" />;
  return (record.result?.failedCount ?? 0) > 0 ? (
    <StatusChip label={messages.importList.withErrors} color="var(--loupe-warning)" />
  ) : (
    <StatusChip label={messages.importList.complete} color="var(--loupe-success)" />
  );
}
