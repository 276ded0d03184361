import { Menu } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { messages } from '../messages.ts';
import { useStatusTargets } from './use-statuses.ts';
import classes from './kit.module.css';

interface StatusMenuProps {
  readonly projectId: number;
  /** Statuses of the items it is about. */
  readonly from: readonly number[];
  readonly onChoose: (status: number) => void;
  /** The button that opens the menu. */
  readonly children: ReactNode;
}

/** The statuses an item (or several) may be moved to. */
export function StatusMenu({ projectId, from, onChoose, children }: StatusMenuProps): JSX.Element {
  return (
    <Menu width={190}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <StatusItems projectId={projectId} from={from} onChoose={onChoose} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The entries alone, for menus that hold more. */
export function StatusItems({ projectId, from, onChoose }: Omit<StatusMenuProps, 'children'>): JSX.Element {
  const targets = useStatusTargets(projectId, from);
  if (targets.length === 0) return <Menu.Item disabled>{messages.statusMenu.noStatusToMoveTo}</Menu.Item>;
  return (
    <>
      {targets.map(each => (
        <Menu.Item
          key={each.value}
          leftSection={<span className={classes['dot']} style={{ background: each.color }} />}
          onClick={() => onChoose(each.value)}
        >
          {each.title}
        </Menu.Item>
      ))}
    </>
  );
}
