import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useCan, useService } from '#core/kernel/web/index.ts';
import type { OpenMenu, Selection } from '#plugins/workspace/items/web/kit/index.ts';
import {
  ApprovalEntries,
  isSelected,
  ItemActions,
  MenuAt,
  SelectionStore,
  sizeOf,
  StatusItems,
} from '#plugins/workspace/items/web/kit/index.ts';
import { messages } from '../messages.ts';
import type { FoundItem } from '../results/use-found-items.ts';
import { SubsetEntries } from '../subsets/subset-entries.tsx';
import type { SearchedIn } from '../subsets/use-subsets.ts';
import { ActionEntries } from './action-entries.tsx';

interface FoundMenuProps {
  readonly projectId: number;
  readonly open: OpenMenu<FoundItem> | undefined;
  readonly searched: SearchedIn;
  readonly pathOf: (item: FoundItem) => string;
  readonly onClose: () => void;
}

/** Lists the actions on an item of the results, or on all that are chosen when it is one of them. */
export function FoundMenu({ projectId, open, searched, pathOf, onClose }: FoundMenuProps): JSX.Element {
  return (
    <MenuAt open={open} onClose={onClose}>
      {item => <Entries projectId={projectId} item={item} searched={searched} path={pathOf(item)} />}
    </MenuAt>
  );
}

function Entries({
  projectId,
  item,
  searched,
  path,
}: {
  readonly projectId: number;
  readonly item: FoundItem;
  readonly searched: SearchedIn;
  readonly path: string;
}): JSX.Element {
  const actions = useService(ItemActions);
  const selected = useSnapshot(useService(SelectionStore).state).selected as Selection;
  const changes = useCan('ApplyExploreBulkAction');
  const moves = useCan('ApplyItemTransition') && changes;
  const approves = useCan('ApplyItemApprovalStatus') && changes;
  const subsets = useCan('ManageSubsets');
  const chosen: Selection = isSelected(selected, item.id) ? selected : { ids: new Set([item.id]) };
  return (
    <>
      <ActionEntries projectId={projectId} selection={chosen} path={sizeOf(chosen) === 1 ? path : undefined} />
      {subsets ? (
        <>
          <Menu.Divider />
          <Menu.Label>{messages.shared.subset}</Menu.Label>
          <SubsetEntries projectId={projectId} selection={chosen} searched={searched} />
        </>
      ) : undefined}
      {approves ? (
        <>
          <Menu.Divider />
          <Menu.Label>{messages.shared.approval}</Menu.Label>
          <ApprovalEntries projectId={projectId} selection={chosen} />
        </>
      ) : undefined}
      {moves ? (
        <>
          <Menu.Divider />
          <Menu.Label>{messages.foundMenu.moveTo}</Menu.Label>
          <StatusItems
            projectId={projectId}
            from={[item.annotation_status]}
            onChoose={status => void actions.setStatus(projectId, chosen, status)}
          />
        </>
      ) : undefined}
    </>
  );
}
