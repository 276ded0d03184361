import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { ProjectTypes } from '../common/project-types.ts';
import classes from './projects.module.css';

/** Picture of a project type on its tile; the name of the type is its title. */
export function TypeIcon({ type, small = false }: { readonly type: number; readonly small?: boolean }): JSX.Element {
  const types = useService(ProjectTypes);
  return (
    <span className={`${classes['typeIcon']} ${small ? classes['typeIconSmall'] : ''}`} title={types.titleOf(type)}>
      <Icon name={types.of(type)?.icon ?? 'folder'} size={small ? 14 : 16} />
    </span>
  );
}

/** Name of a project type. */
export function TypeTitle({ type }: { readonly type: number }): string {
  return useService(ProjectTypes).titleOf(type);
}
