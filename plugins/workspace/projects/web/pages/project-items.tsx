import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan } from '#core/kernel/web/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { Icon, ShortcutKey } from '#core/ui/web/index.ts';
import type { Project } from '../../common/project.ts';
import { messages } from '../messages.ts';
import { useProjectActions } from '../project-actions.ts';

interface ProjectItemsProps {
  readonly project: Project;
  readonly onRename: (project: Project) => void;
  /** Absent where the project is open already. */
  readonly onDetails?: (project: Project) => void;
  readonly onClone?: (project: Project) => void;
}

/** Lists further actions on a project, as entries of a menu. */
export function ProjectItems({ project, onRename, onDetails, onClone }: ProjectItemsProps): JSX.Element {
  const navigate = useNavigate();
  const actions = useProjectActions();
  const deletes = useCan('DeleteProject');
  const clones = useCan('CloneProject');
  const edits = project.my_role === projectRoles.projectAdmin;
  const base = `/t/${project.team_id}/p/${project.id}`;
  return (
    <>
      {onDetails === undefined ? undefined : (
        <>
          <Menu.Item leftSection={<Icon name="folder" size={14} />} onClick={() => void navigate(base)}>
            {messages.shared.open}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="list" size={14} />} onClick={() => onDetails(project)}>
            {messages.projectItems.details}
          </Menu.Item>
        </>
      )}
      <Menu.Item
        leftSection={<Icon name={project.pinned ? 'pinned' : 'pin'} size={14} />}
        rightSection={<ShortcutKey chord="Alt+P" />}
        onClick={() => void actions.pin(project)}
      >
        {project.pinned ? messages.projectItems.unpin : messages.projectItems.pin}
      </Menu.Item>
      {edits ? (
        <Menu.Item
          leftSection={<Icon name="edit" size={14} />}
          rightSection={<ShortcutKey chord="F2" />}
          onClick={() => onRename(project)}
        >
          {messages.shared.rename}
        </Menu.Item>
      ) : undefined}
      {clones && onClone !== undefined ? (
        <Menu.Item leftSection={<Icon name="duplicate" size={14} />} onClick={() => onClone(project)}>
          {messages.projectItems.clone}
        </Menu.Item>
      ) : undefined}
      {edits ? (
        <Menu.Item
          leftSection={<Icon name="people" size={14} />}
          onClick={() => void navigate(`${base}/setup/contributors`)}
        >
          {messages.shared.contributors}
        </Menu.Item>
      ) : undefined}
      {edits ? (
        <Menu.Item
          leftSection={<Icon name="settings" size={14} />}
          onClick={() => void navigate(`${base}/setup/general`)}
        >
          {messages.shared.setup}
        </Menu.Item>
      ) : undefined}
      {project.instructions_link === null ? undefined : (
        <Menu.Item
          component="a"
          href={project.instructions_link}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<Icon name="help" size={14} />}
        >
          {messages.shared.instructions}
        </Menu.Item>
      )}
      {deletes ? (
        <>
          <Menu.Divider />
          <Menu.Item
            c="var(--loupe-danger)"
            leftSection={<Icon name="trash" size={14} />}
            rightSection={<ShortcutKey chord="Delete" />}
            onClick={() => void actions.remove(project)}
          >
            {messages.shared.delete}
          </Menu.Item>
        </>
      ) : undefined}
    </>
  );
}
