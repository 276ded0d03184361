import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { Icon, toastError } from '#core/ui/web/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectedItems } from '#plugins/workspace/items/web/kit/index.ts';
import { MOST_SELECTED } from '../../common/search-api.ts';
import { messages } from '../messages.ts';
import { AddToSubset } from './add-to-subset.tsx';
import { useSubsetActions, useSubsets } from './use-subsets.ts';

interface SubsetMenuProps {
  readonly projectId: number;
  readonly selection: Selection;
  /** The subset that is searched. */
  readonly subsetId: number | undefined;
}

/** Adds the selected items to a subset, or removes them from the one that is searched. */
export function SubsetMenu({ projectId, selection, subsetId }: SubsetMenuProps): JSX.Element | undefined {
  const manages = useCan('ManageSubsets');
  const selected = useService(SelectedItems);
  const subsets = useSubsets(projectId, manages);
  const { change } = useSubsetActions(projectId);
  const [adding, setAdding] = useState<Selection>();
  const current = subsets.data?.find(each => each.id === subsetId);
  if (!manages) return undefined;
  const remove = async (): Promise<void> =>
    change(current!, 'DETACH', await selected.ids(projectId, selection, MOST_SELECTED));
  return (
    <>
      <Menu width={220} position="top-end">
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Icon name="group" size={14} />}
            rightSection={<Icon name="down" size={12} />}
          >
            {messages.shared.subset}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="plus" size={14} />} onClick={() => setAdding(selection)}>
            {messages.subsetMenu.addToSubset}
          </Menu.Item>
          {current === undefined ? undefined : (
            <Menu.Item leftSection={<Icon name="minus" size={14} />} onClick={() => void remove().catch(toastError)}>
              {messages.subsetMenu.removeFromName(current.name)}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <AddToSubset projectId={projectId} selection={adding} onClose={() => setAdding(undefined)} />
    </>
  );
}
