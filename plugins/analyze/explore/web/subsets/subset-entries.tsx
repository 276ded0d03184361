import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey } from '#core/ui/web/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { ItemActions, SelectionStore } from '#plugins/workspace/items/web/kit/index.ts';
import type { Subset } from '../../common/keeping-api.ts';
import { messages } from '../messages.ts';
import { SubsetDialog } from './subset-dialog.ts';
import type { SearchedIn } from './use-subsets.ts';
import { useSearchedSubsets, useSubsets } from './use-subsets.ts';

export interface SubsetEntriesProps {
  readonly projectId: number;
  readonly selection: Selection;
  readonly searched: SearchedIn;
}

/** Adds items to a subset or a new one, or removes them from those that are searched, as entries of a menu. */
export function SubsetEntries({ projectId, selection, searched }: SubsetEntriesProps): JSX.Element {
  const dialog = useService(SubsetDialog);
  const actions = useService(ItemActions);
  const store = useService(SelectionStore);
  const keys = useKeyMap();
  const [chord] = keys.chords('explore.addToSubset');
  const { data: subsets = [] } = useSubsets(projectId);
  const remove = async ({ id }: Subset): Promise<void> => {
    const value = { subset_id: id, mode: 'remove' };
    const done = await actions.change(projectId, selection, { kind: 'subset', value });
    // They are no results any more.
    if (done?.state === 'finished' && 'ids' in selection) store.drop(selection.ids);
  };
  return (
    <>
      {subsets.length === 0 ? undefined : (
        <Menu.Item
          leftSection={<Icon name="plus" size={14} />}
          rightSection={chord === undefined ? undefined : <ShortcutKey chord={keys.shown(chord)} />}
          onClick={() => dialog.open(selection, 'existing')}
        >
          {messages.subsetEntries.addToSubset}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon name="group" size={14} />} onClick={() => dialog.open(selection, 'new')}>
        {messages.subsetEntries.newSubset}
      </Menu.Item>
      {useSearchedSubsets(projectId, searched, true).map(each => (
        <Menu.Item key={each.id} leftSection={<Icon name="minus" size={14} />} onClick={() => void remove(each)}>
          {messages.subsetEntries.removeFromName(each.name)}
        </Menu.Item>
      ))}
    </>
  );
}
