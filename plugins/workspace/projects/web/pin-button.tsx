import { ActionIcon } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { Project } from '../common/project.ts';
import { useProjectActions } from './project-actions.ts';
import { messages } from './messages.ts';

/** Pins or unpins a project for the person. */
export function PinButton({ project }: { readonly project: Project }): JSX.Element {
  const actions = useProjectActions();
  const label = project.pinned ? messages.pinButton.unpin : messages.pinButton.pin;
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        aria-label={`${label} ${project.name}`}
        aria-pressed={project.pinned}
        color={project.pinned ? 'loupe' : 'gray'}
        onClick={event => {
          event.stopPropagation();
          event.preventDefault();
          void actions.pin(project);
        }}
      >
        <Icon name={project.pinned ? 'pinned' : 'pin'} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
