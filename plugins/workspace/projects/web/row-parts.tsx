import type { JSX } from 'react';
import { projectRoles } from '#core/permissions/common/index.ts';
import { Icon, StatusChip } from '#core/ui/web/index.ts';
import type { Project } from '../common/project.ts';
import { projectStatusOf } from '../common/project-status.ts';
import { messages } from './messages.ts';
import classes from './projects.module.css';

/** Plain buttons of a row: the list listens for their `data-act`. */
export function PinMark({ project }: { readonly project: Project }): JSX.Element {
  const label = project.pinned ? messages.rowParts.unpin : messages.rowParts.pin;
  return (
    <button
      type="button"
      data-act="pin"
      className={classes['mark']}
      aria-pressed={project.pinned}
      aria-label={`${label} ${project.name}`}
      title={label}
    >
      <Icon name={project.pinned ? 'pinned' : 'pin'} size={14} />
    </button>
  );
}

export function MoreMark({ project }: { readonly project: Project }): JSX.Element {
  return (
    <button
      type="button"
      data-act="more"
      className={classes['mark']}
      aria-haspopup="menu"
      aria-label={messages.shared.moreAboutName(project.name)}
      title={messages.rowParts.more}
    >
      <Icon name="more" size={16} />
    </button>
  );
}

/** The status; a button for those who may change it. */
export function StatusMark({ project }: { readonly project: Project }): JSX.Element {
  const { title, color } = projectStatusOf(project.status);
  if (project.my_role !== projectRoles.projectAdmin) return <StatusChip label={title} color={color} />;
  return (
    <button
      type="button"
      data-act="status"
      className={classes['statusButton']}
      aria-haspopup="menu"
      aria-label={messages.shared.statusTitleChange(title)}
    >
      <StatusChip label={title} color={color} />
    </button>
  );
}
