import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { Project } from '../common/project.ts';
import { projectStatuses } from '../common/project-status.ts';
import { useProjectActions } from './project-actions.ts';
import classes from './projects.module.css';

/** The statuses as entries of a menu; any may follow any. */
export function StatusItems({ project }: { readonly project: Project }): JSX.Element {
  const actions = useProjectActions();
  return (
    <>
      {projectStatuses.map(each => (
        <Menu.Item
          key={each.value}
          leftSection={<span className={classes['dot']} style={{ background: each.color }} />}
          rightSection={each.value === project.status ? <Icon name="check" size={14} /> : undefined}
          onClick={() => void actions.setStatus(project, each.value)}
        >
          {each.title}
        </Menu.Item>
      ))}
    </>
  );
}
