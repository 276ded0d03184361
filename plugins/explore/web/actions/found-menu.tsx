import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useCan, useService } from '#core/kernel/web/index.ts';
import type { Selection } from '#plugins/items/web/kit/index.ts';
import { ItemActions, sizeOf, StatusItems } from '#plugins/items/web/kit/index.ts';
import { isSelected, SelectionStore } from '#plugins/items/web/kit/item-list.ts';
import type { FoundItem } from '../results/use-found-items.ts';
import { ActionEntries } from './action-entries.tsx';
import { ApprovalEntries } from './approval-entries.tsx';

/** Where the menu was opened, and on which item. */
export interface OpenMenu {
  readonly item: FoundItem;
  readonly at: { readonly x: number; readonly y: number };
}

interface FoundMenuProps {
  readonly projectId: number;
  readonly open: OpenMenu | undefined;
  readonly pathOf: (item: FoundItem) => string;
  readonly onClose: () => void;
}

/** What can be done with an item of the results, or with all that are chosen when it is one of them. */
export function FoundMenu({ projectId, open, pathOf, onClose }: FoundMenuProps): JSX.Element {
  return (
    <Menu key={open === undefined ? 'closed' : `${open.item.id}/${open.at.x}/${open.at.y}`} opened={open !== undefined} onClose={onClose} width={220} position="bottom-start" offset={2}>
      <Menu.Target><span aria-hidden style={{ position: 'fixed', left: open?.at.x ?? 0, top: open?.at.y ?? 0, width: 1, height: 1 }} /></Menu.Target>
      <Menu.Dropdown>{open === undefined ? undefined : <Entries projectId={projectId} item={open.item} path={pathOf(open.item)} />}</Menu.Dropdown>
    </Menu>
  );
}

function Entries({ projectId, item, path }: { readonly projectId: number; readonly item: FoundItem; readonly path: string }): JSX.Element {
  const actions = useService(ItemActions);
  const selected = useSnapshot(useService(SelectionStore).state).selected as Selection;
  const changes = useCan('ApplyExploreBulkAction');
  const moves = useCan('ApplyItemTransition') && changes;
  const approves = useCan('ApplyItemApprovalStatus') && changes;
  const chosen: Selection = isSelected(selected, item.id) ? selected : { ids: new Set([item.id]) };
  return (
    <>
      <ActionEntries projectId={projectId} selection={chosen} path={sizeOf(chosen) === 1 ? path : undefined} />
      {approves ? <><Menu.Divider /><Menu.Label>Approval</Menu.Label><ApprovalEntries projectId={projectId} selection={chosen} /></> : undefined}
      {moves ? <><Menu.Divider /><Menu.Label>Move to</Menu.Label><StatusItems projectId={projectId} from={[item.annotation_status]} onChoose={status => void actions.setStatus(projectId, chosen, status)} /></> : undefined}
    </>
  );
}
