import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ItemsClient } from '#plugins/workspace/items/web/kit/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import { messages } from '../messages.ts';
import { useSubsets } from '../subsets/use-subsets.ts';

type Scope = Pick<ExploreAddress, 'folderId' | 'subsetId'>;

/** Entries that are listed at once; more are found by typing. */
const MOST = 200;

/** Chooses the place of the search: in all items, in a folder or in a subset. */
export function ScopePicker({
  projectId,
  folderId,
  subsetId,
  onChange,
}: Scope & { readonly projectId: number; readonly onChange: (scope: Scope) => void }): JSX.Element {
  const { folders } = useService(ItemsClient);
  const browses = useCan('ListFolders');
  const listed = useQuery({
    queryKey: itemKeys.folders(projectId),
    queryFn: async ({ signal }) =>
      (await folders.listFolders({ query: { project_id: projectId, limit: 2000 }, signal })).data,
    enabled: browses,
  });
  const subsets = useSubsets(projectId);
  const inFolders = (listed.data ?? []).map(each => ({
    value: `f${each.id}`,
    label: each.is_root ? messages.scopePicker.notInAFolder : each.name,
  }));
  const inSubsets = (subsets.data ?? []).map(each => ({ value: `s${each.id}`, label: each.name }));
  const value = folderId !== undefined ? `f${folderId}` : subsetId !== undefined ? `s${subsetId}` : 'all';
  // A link may name a place that is not listed, or not yet.
  const known = value === 'all' || [...inFolders, ...inSubsets].some(each => each.value === value);
  return (
    <Select
      w={170}
      aria-label={messages.scopePicker.searchIn}
      allowDeselect={false}
      searchable
      limit={MOST}
      maxDropdownHeight={340}
      nothingFoundMessage={messages.shared.nothingOfThisName}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      data={[
        { value: 'all', label: messages.scopePicker.allItems },
        ...(known
          ? []
          : [{ value, label: folderId === undefined ? messages.scopePicker.aSubset : messages.scopePicker.aFolder }]),
        ...(inFolders.length === 0 ? [] : [{ group: messages.groups.folders, items: inFolders }]),
        ...(inSubsets.length === 0 ? [] : [{ group: messages.shared.subsets, items: inSubsets }]),
      ]}
      value={value}
      onChange={next =>
        onChange({
          folderId: next?.startsWith('f') === true ? Number(next.slice(1)) : undefined,
          subsetId: next?.startsWith('s') === true ? Number(next.slice(1)) : undefined,
        })
      }
    />
  );
}
