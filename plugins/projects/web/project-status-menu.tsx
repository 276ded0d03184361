import { Menu, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, StatusChip } from '#core/ui/web/index.ts';
import type { Project } from '../common/project.ts';
import { projectStatuses, projectStatusOf } from '../common/project-status.ts';
import { useProjectActions } from './project-actions.ts';
import classes from './projects.module.css';

/** The status as a chip; who may change it gets a menu. */
export function ProjectStatusMenu({ project, editable }: { readonly project: Project; readonly editable: boolean }): JSX.Element {
  const actions = useProjectActions();
  const { title, color } = projectStatusOf(project.status);
  if (!editable) return <StatusChip label={title} color={color} />;
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className={classes['statusButton']!} aria-label={`Status: ${title}. Change`} onClick={event => event.stopPropagation()}><StatusChip label={title} color={color} /></UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown onClick={event => event.stopPropagation()}>
        {projectStatuses.map(each => (
          <Menu.Item key={each.value} leftSection={<span className={classes['dot']} style={{ background: each.color }} />} rightSection={each.value === project.status ? <Icon name="check" size={14} /> : undefined} onClick={() => void actions.setStatus(project, each.value)}>
            {each.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
