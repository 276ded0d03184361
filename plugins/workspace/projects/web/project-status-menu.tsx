import { Menu, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { StatusChip } from '#core/ui/web/index.ts';
import type { Project } from '../common/project.ts';
import { projectStatusOf } from '../common/project-status.ts';
import { messages } from './messages.ts';
import classes from './projects.module.css';
import { StatusItems } from './status-items.tsx';

/** The status as a chip; who may change it gets a menu. */
export function ProjectStatusMenu({
  project,
  editable,
}: {
  readonly project: Project;
  readonly editable: boolean;
}): JSX.Element {
  const { title, color } = projectStatusOf(project.status);
  if (!editable) return <StatusChip label={title} color={color} />;
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className={classes['statusButton']!} aria-label={messages.shared.statusTitleChange(title)}>
          <StatusChip label={title} color={color} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems project={project} />
      </Menu.Dropdown>
    </Menu>
  );
}
