import { Loader, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Modal } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import { subsetComparison } from '../../common/subset-comparison.ts';
import type { Subset } from '../../common/keeping-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';

interface CompareSubsetsProps {
  readonly projectId: number;
  readonly subsets: readonly Subset[];
  /** The subset to compare; undefined while the dialog is closed. */
  readonly first: Subset | undefined;
  readonly onClose: () => void;
  readonly onRun: (query: string) => void;
}

/** Counts the items that two subsets share, and those that only one has. */
export function CompareSubsets({ projectId, subsets, first, onClose, onRun }: CompareSubsetsProps): JSX.Element {
  return (
    <Modal opened={first !== undefined} onClose={onClose} title={messages.compareSubsets.compareSubsets} size="md">
      {first === undefined ? undefined : (
        <Comparison projectId={projectId} subsets={subsets} first={first} onRun={onRun} />
      )}
    </Modal>
  );
}

function Comparison({
  projectId,
  subsets,
  first,
  onRun,
}: Pick<CompareSubsetsProps, 'projectId' | 'subsets' | 'onRun'> & { readonly first: Subset }): JSX.Element {
  const { searches } = useService(ExploreClient);
  const others = subsets.filter(each => each.id !== first.id);
  const [chosen, setChosen] = useState<string | null>(others.length === 1 ? String(others[0]!.id) : null);
  const second = others.find(each => String(each.id) === chosen);
  const rows = second === undefined ? [] : subsetComparison(first.name, second.name);
  const counts = useQueries({
    queries: rows.map(({ query }) => ({
      queryKey: itemKeys.dependent('explore', projectId, 'comparison', query),
      queryFn: () => searches.count({ query: { project_id: projectId }, body: { query } }),
    })),
  });
  const error = counts.find(each => each.error !== null)?.error;
  return (
    <Stack gap="md">
      <Select
        label={messages.compareSubsets.compareNameWith(first.name)}
        placeholder={messages.compareSubsets.chooseASubset}
        searchable
        allowDeselect={false}
        data={others.map(each => ({ value: String(each.id), label: each.name }))}
        value={chosen}
        onChange={setChosen}
        data-autofocus
      />
      {error === undefined ? undefined : (
        <ErrorPanel error={error} onRetry={() => counts.forEach(each => void each.refetch())} />
      )}
      {rows.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.compareSubsets.hint}
        </Text>
      ) : (
        <Table>
          <Table.Tbody>
            {rows.map(({ title, query }, at) => (
              <Table.Tr key={query}>
                <Table.Td>{title}</Table.Td>
                <Table.Td ta="right">
                  {counts[at]?.data === undefined ? (
                    <Loader size={12} />
                  ) : (
                    <UnstyledButton fz="sm" c="var(--loupe-accent)" onClick={() => onRun(query)}>
                      {things(counts[at].data.count)}
                    </UnstyledButton>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
