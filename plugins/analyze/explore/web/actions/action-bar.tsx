import { ActionIcon, Button, Loader, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { Icon, SelectionBar, toastError, Tooltip } from '#core/ui/web/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import {
  ApprovalMenu,
  chosenItems,
  DataDialogs,
  ItemActions,
  SelectionStore,
  sizeOf,
  StatusMenu,
} from '#plugins/workspace/items/web/kit/index.ts';
import { MOST_SELECTED } from '../../common/search-api.ts';
import classes from '../explore.module.css';
import { messages } from '../messages.ts';
import type { FoundItem, FoundItems } from '../results/use-found-items.ts';
import { SubsetMenu } from '../subsets/subset-menu.tsx';
import type { SearchedIn } from '../subsets/use-subsets.ts';
import { ActionEntries, useHasEntries } from './action-entries.tsx';
import { selectionText } from './selection-text.ts';

interface ActionBarProps {
  readonly projectId: number;
  readonly found: FoundItems;
  readonly count: number;
  readonly searched: SearchedIn;
  readonly pathOf: (item: FoundItem) => string;
}

/** Lists the actions on the chosen items. */
export function ActionBar({ projectId, found, count, searched, pathOf }: ActionBarProps): JSX.Element | undefined {
  const store = useService(SelectionStore);
  const actions = useService(ItemActions);
  const dialogs = useService(DataDialogs);
  const snapshot = useSnapshot(store.state);
  const selection = snapshot.selected as Selection;
  const changes = useCan('ApplyExploreBulkAction');
  const moves = useCan('ApplyItemTransition') && changes;
  const approves = useCan('ApplyItemApprovalStatus') && changes;
  const assigns = useCan('AssignItem') && changes;
  const deletes = useCan('DeleteItem') && changes;
  const subsets = useCan('ManageSubsets');
  const size = sizeOf(selection);
  const chosen = chosenItems(selection, found.list, count);
  const path = size === 1 && chosen[0] !== undefined ? pathOf(chosen[0]) : undefined;
  const more = useHasEntries(projectId, selection, path);
  if (size === 0) return undefined;
  const button = { variant: 'subtle', color: 'gray' } as const;
  const all = Math.min(count, MOST_SELECTED);
  return (
    <SelectionBar
      onClear={() => store.clear()}
      label={messages.actionBar.selectedItems}
      text={selectionText(size, count, found.exact)}
    >
      {snapshot.busy ? <Loader size={14} mr={6} /> : undefined}
      {size < all ? (
        <Button {...button} onClick={() => void store.all().catch(toastError)}>
          {messages.actionBar.selectCount(
            all < count || !found.exact ? messages.actionBar.theFirst : messages.actionBar.all,
            all.toLocaleString('en'),
          )}
        </Button>
      ) : undefined}
      <span className={classes['gap']} />
      {moves ? (
        <StatusMenu
          projectId={projectId}
          from={[...new Set(chosen.map(each => each.annotation_status))]}
          onChoose={status => void actions.setStatus(projectId, selection, status)}
        >
          <Button
            {...button}
            leftSection={<Icon name="workflow" size={14} />}
            rightSection={<Icon name="down" size={12} />}
          >
            {messages.shared.status}
          </Button>
        </StatusMenu>
      ) : undefined}
      {assigns ? (
        <Tooltip label="Alt+A">
          <Button {...button} leftSection={<Icon name="invite" size={14} />} onClick={() => dialogs.assign(selection)}>
            {messages.actionBar.assign}
          </Button>
        </Tooltip>
      ) : undefined}
      {approves ? <ApprovalMenu projectId={projectId} selection={selection} /> : undefined}
      {subsets ? <SubsetMenu projectId={projectId} selection={selection} searched={searched} /> : undefined}
      {more ? (
        <Menu width={220} position="top-end">
          <Menu.Target>
            <Button {...button} leftSection={<Icon name="more" size={14} />}>
              {messages.actionBar.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <ActionEntries projectId={projectId} selection={selection} path={path} />
          </Menu.Dropdown>
        </Menu>
      ) : undefined}
      {deletes ? (
        <Tooltip label={messages.shared.delete}>
          <ActionIcon
            c="var(--loupe-danger)"
            aria-label={messages.actionBar.deleteSelectedItems}
            onClick={() => void actions.remove(projectId, selection)}
          >
            <Icon name="trash" />
          </ActionIcon>
        </Tooltip>
      ) : undefined}
    </SelectionBar>
  );
}
