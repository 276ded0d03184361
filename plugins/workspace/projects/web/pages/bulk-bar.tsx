import { Button, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useCan } from '#core/kernel/web/index.ts';
import { Icon, SelectionBar } from '#core/ui/web/index.ts';
import { projectStatuses } from '../../common/project-status.ts';
import { messages } from '../messages.ts';
import { useProjectActions } from '../project-actions.ts';
import classes from '../projects.module.css';
import type { Selection } from './use-selection.ts';

/** Lists the actions on the selected projects. */
export function BulkBar({
  selection,
  count,
}: {
  readonly selection: Selection;
  readonly count: number;
}): JSX.Element | undefined {
  const actions = useProjectActions();
  const deletes = useCan('DeleteProject');
  const { ids } = selection;
  if (ids.size === 0) return undefined;
  const chosen = [...ids];
  const button = { variant: 'subtle', color: 'gray' } as const;
  return (
    <SelectionBar
      onClear={() => selection.clear()}
      label={messages.bulkBar.selectedProjects}
      text={messages.bulkBar.countSelected(ids.size)}
    >
      {ids.size < count ? (
        <Button {...button} onClick={() => selection.all()}>
          {messages.bulkBar.selectAllCount(count)}
        </Button>
      ) : undefined}
      <Menu width={160} position="top-start">
        <Menu.Target>
          <Button
            {...button}
            leftSection={<Icon name="progress" size={14} />}
            rightSection={<Icon name="down" size={12} />}
          >
            {messages.shared.status}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {projectStatuses.map(each => (
            <Menu.Item
              key={each.value}
              leftSection={<span className={classes['dot']} style={{ background: each.color }} />}
              onClick={() => void actions.setStatusOf(chosen, each.value)}
            >
              {each.title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {deletes ? (
        <Button
          variant="subtle"
          color="red"
          leftSection={<Icon name="trash" size={14} />}
          onClick={() =>
            void actions.removeAll(chosen).then(gone => {
              if (gone) selection.clear();
            })
          }
        >
          {messages.shared.delete}
        </Button>
      ) : undefined}
    </SelectionBar>
  );
}
