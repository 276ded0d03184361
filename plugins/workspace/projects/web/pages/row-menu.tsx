import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import type { Project } from '../../common/project.ts';
import { StatusItems } from '../status-items.tsx';
import { ProjectItems } from './project-items.tsx';

/** The open menu, its project and position: window coordinates in pixels. */
export interface OpenMenu {
  readonly project: Project;
  readonly kind: 'more' | 'status';
  readonly x: number;
  readonly y: number;
}

interface RowMenuProps {
  readonly menu: OpenMenu | undefined;
  readonly onClose: () => void;
  readonly onRename: (project: Project) => void;
  readonly onDetails: (project: Project) => void;
  readonly onClone: (project: Project) => void;
}

/** One menu for all rows: a thousand rows with menus of their own would make scrolling slow. */
export function RowMenu({ menu, onClose, onRename, onDetails, onClone }: RowMenuProps): JSX.Element | undefined {
  if (menu === undefined) return undefined;
  return (
    <Menu
      key={`${menu.project.id}/${menu.kind}`}
      opened
      onClose={onClose}
      width={menu.kind === 'more' ? 210 : 160}
      position={menu.kind === 'more' ? 'bottom-end' : 'bottom-start'}
      returnFocus
    >
      <Menu.Target>
        <span style={{ position: 'fixed', left: menu.x, top: menu.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown>
        {menu.kind === 'more' ? (
          <ProjectItems project={menu.project} onRename={onRename} onDetails={onDetails} onClone={onClone} />
        ) : (
          <StatusItems project={menu.project} />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
