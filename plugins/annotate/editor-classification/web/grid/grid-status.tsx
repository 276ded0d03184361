import { ActionIcon, Loader } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import { messages } from '../messages.ts';
import { GridController } from './grid-controller.ts';
import type { GridAct } from './grid-keys.ts';
import { gridScope } from './grid-keys.ts';
import type { GridSelection } from './grid-selection.ts';
import classes from './grid.module.css';

/** The number of selected items, and undo and redo of the last step. */
export function GridStatus({
  mayWrite,
  act,
}: {
  readonly mayWrite: boolean;
  readonly act: (what: GridAct) => void;
}): JSX.Element {
  const controller = useService(GridController);
  const keys = useKeyMap();
  const { selection, busy, undo, redo } = useSnapshot(controller.state);
  const count = (selection as GridSelection).chosen.size;
  return (
    <div className={classes['status']} role="status">
      <span>
        {mayWrite
          ? count === 0
            ? messages.gridPage.pressAClassKey
            : messages.gridPage.thingsSelected(things(count))
          : messages.gridPage.youMayLookAtTheseItems}
      </span>
      {busy > 0 ? <Loader size={14} aria-label={messages.gridPage.saving} /> : undefined}
      <span>
        <Tooltip
          label={keys.titled(
            undo === undefined ? messages.shared.undo : messages.gridStatus.undo(undo),
            `${gridScope}.undo`,
          )}
        >
          <ActionIcon aria-label={messages.shared.undo} disabled={undo === undefined} onClick={() => act('undo')}>
            <Icon name="undo" />
          </ActionIcon>
        </Tooltip>
        <Tooltip
          label={keys.titled(
            redo === undefined ? messages.shared.redo : messages.gridStatus.redo(redo),
            `${gridScope}.redo`,
          )}
        >
          <ActionIcon aria-label={messages.shared.redo} disabled={redo === undefined} onClick={() => act('redo')}>
            <Icon name="redo" />
          </ActionIcon>
        </Tooltip>
      </span>
    </div>
  );
}
