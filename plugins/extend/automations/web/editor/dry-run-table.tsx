import { Table, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { JSX } from 'react';
import { LoadingSkeleton } from '#core/ui/web/index.ts';
import type { DryRunResult } from '../../common/dry-run.ts';
import { approvalNames } from '../../common/event-types.ts';
import { useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { messages } from '../messages.ts';
import { ScrolledText } from '../scrolled-text.tsx';

const AnnotationDifferences = lazy(() => import('./annotation-differences.tsx'));

const kindTitles: Readonly<Record<string, string>> = {
  status: messages.dryRunTable.status,
  priority: messages.dryRunTable.priority,
  approval: messages.dryRunTable.approval,
  pin: messages.dryRunTable.pin,
  assign: messages.dryRunTable.assignee,
  unassign: messages.dryRunTable.assignees,
  category: messages.dryRunTable.categories,
  metadata: messages.dryRunTable.field,
  folder: messages.dryRunTable.folder,
  copy: messages.dryRunTable.copy,
  replacement: messages.dryRunTable.replacement,
  comment: messages.dryRunTable.comment,
  subset: messages.dryRunTable.subset,
  export: messages.dryRunTable.export,
  answer: messages.dryRunTable.answer,
  annotations: messages.dryRunTable.annotations,
};

/** Name of the folder of a project in which its other folders are. */
const ROOT = 'root';

interface DryRunTableProps {
  readonly result: DryRunResult;
  readonly projectId: number;
  readonly nameOfNode: (id: string) => string;
}

/** Lists the changes of a dry run, item by item, and the items it would leave alone. */
export function DryRunTable({
  result: { changes, notes, logs, documents, more_documents: more },
  projectId,
  nameOfNode,
}: DryRunTableProps): JSX.Element {
  const statuses = useStatuses(projectId);
  const shown = (kind: string, value: unknown): string => {
    if (value === null || value === undefined) return messages.dryRunTable.none;
    if (value === ROOT && ['folder', 'copy', 'replacement'].includes(kind)) return messages.dryRunTable.topOfTheProject;
    if (kind === 'annotations') return messages.dryRunTable.objects(Number(value));
    if (kind === 'status') return statuses.find(each => each.value === value)?.title ?? String(value as number);
    if (kind === 'approval') return capitalized(approvalNames[Number(value)] ?? '');
    if (kind === 'pin') return value === true ? messages.dryRunTable.pinned : messages.dryRunTable.notPinned;
    if (typeof value === 'object') return Object.values(value).map(String).join(', ') || messages.dryRunTable.none;
    return String(value as string | number);
  };
  if (changes.length === 0 && notes.length === 0 && logs.length === 0)
    return <Text role="status">{messages.dryRunTable.nothingWouldChange}</Text>;
  return (
    <>
      <Table.ScrollContainer minWidth={400} maxHeight={320}>
        <Table stickyHeader>
          <caption style={{ captionSide: 'top', textAlign: 'left', paddingBottom: 6 }} role="status">
            {changes.length === 0
              ? messages.dryRunTable.nothingWouldChange
              : messages.dryRunTable.wouldMakeCountChanges(changes.length)}
          </caption>
          <Table.Thead bg="var(--loupe-surface)">
            <Table.Tr>
              <Table.Th>{messages.dryRunTable.item}</Table.Th>
              <Table.Th>{messages.dryRunTable.action}</Table.Th>
              <Table.Th>{messages.shared.value}</Table.Th>
              <Table.Th>{messages.dryRunTable.now}</Table.Th>
              <Table.Th>{messages.dryRunTable.after}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map((each, at) => (
              <Table.Tr key={`${each.node} ${each.item_id} ${each.kind} ${at}`}>
                <Table.Td>{each.item_name}</Table.Td>
                <Table.Td>{nameOfNode(each.node)}</Table.Td>
                <Table.Td>{kindTitles[each.kind] ?? each.kind}</Table.Td>
                <Table.Td>{shown(each.kind, each.before)}</Table.Td>
                <Table.Td fw={600}>{shown(each.kind, each.after)}</Table.Td>
              </Table.Tr>
            ))}
            {notes.map((each, at) => (
              <Table.Tr key={`${each.node} ${each.item_id} ${each.outcome} ${at}`}>
                <Table.Td>{each.item_name}</Table.Td>
                <Table.Td>{nameOfNode(each.node)}</Table.Td>
                <Table.Td colSpan={3}>
                  <Text span size="sm" c={each.outcome === 'failed' ? 'var(--loupe-danger)' : 'var(--loupe-muted)'}>
                    {each.message}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
            {logs.map(each => (
              <Table.Tr key={`${each.node} ${each.item_id} log`}>
                <Table.Td>{each.item_name}</Table.Td>
                <Table.Td>{messages.shared.log}</Table.Td>
                <Table.Td colSpan={3}>
                  <ScrolledText name={messages.shared.log} text={each.text} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {documents.length === 0 ? undefined : (
        <Suspense fallback={<LoadingSkeleton h={200} label={messages.annotationDifferences.title} />}>
          <AnnotationDifferences projectId={projectId} documents={documents} more={more} />
        </Suspense>
      )}
    </>
  );
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
