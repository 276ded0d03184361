import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Modal } from '#core/ui/web/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import type { Snapshot } from '../../common/snapshot-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';

interface CompareSnapshotsProps {
  readonly projectId: number;
  /** Those that can be compared. */
  readonly snapshots: readonly Snapshot[];
  /** The version to start from; undefined while the dialog is closed. */
  readonly first: Snapshot | undefined;
  readonly onClose: () => void;
}

/** Shows which items differ between two versions of the dataset. */
export function CompareSnapshots({ projectId, snapshots, first, onClose }: CompareSnapshotsProps): JSX.Element {
  return (
    <Modal
      opened={first !== undefined}
      onClose={onClose}
      title={first === undefined ? '' : messages.compareSnapshots.compareName(first.name)}
      size="md"
    >
      {first === undefined ? undefined : <Comparison projectId={projectId} snapshots={snapshots} first={first} />}
    </Modal>
  );
}

function Comparison({
  projectId,
  snapshots,
  first,
}: Pick<CompareSnapshotsProps, 'projectId' | 'snapshots'> & { readonly first: Snapshot }): JSX.Element {
  const client = useService(ExploreClient);
  const others = snapshots.filter(each => each.id !== first.id);
  const [chosen, setChosen] = useState<string | null>(String(others[0]?.id ?? ''));
  const second = others.find(each => String(each.id) === chosen);
  // Changes are those since the earlier one, whichever of both was opened.
  const [from, to] = second !== undefined && second.id < first.id ? [second, first] : [first, second];
  const found = useQuery({
    queryKey: ['explore', 'snapshot comparison', projectId, from.id, to?.id],
    queryFn: ({ signal }) =>
      client.snapshots.compareSnapshots({
        params: { snapshot_id: from.id },
        query: { project_id: projectId, to_snapshot_id: to!.id },
        signal,
      }),
    enabled: to !== undefined,
    staleTime: Infinity,
  });
  const { data } = found;
  const rest = data === undefined ? 0 : data.added + data.removed + data.changed - data.items.length;
  return (
    <Stack gap="md">
      <Select
        label={messages.compareSnapshots.comparedWith}
        searchable
        allowDeselect={false}
        data={others.map(each => ({ value: String(each.id), label: each.name }))}
        value={chosen}
        onChange={setChosen}
        data-autofocus
      />
      {found.error === null ? undefined : <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />}
      {data === undefined ? undefined : (
        <>
          <Text size="sm" role="status">
            {messages.compareSnapshots.since(from.name)}{' '}
            {messages.compareSnapshots.summary(data.added, data.removed, data.changed, data.same)}
          </Text>
          {data.items.length === 0 ? undefined : (
            <Table>
              <Table.Tbody>
                {data.items.map(each => (
                  <Table.Tr key={each.item_id}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{each.name}</Table.Td>
                    <Table.Td>{CHANGES[each.change]}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
          {rest > 0 ? (
            <Text size="sm" c="var(--loupe-muted)">
              {messages.compareSnapshots.more(things(rest))}
            </Text>
          ) : undefined}
        </>
      )}
    </Stack>
  );
}

const CHANGES = {
  added: messages.compareSnapshots.added,
  removed: messages.compareSnapshots.removed,
  changed: messages.compareSnapshots.changed,
} as const;
