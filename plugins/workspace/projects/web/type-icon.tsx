import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { projectTypeOf } from '../common/project-type.ts';
import classes from './projects.module.css';

/** Picture of a project type on its tile; the name of the type is its title. */
export function TypeIcon({ type, small = false }: { readonly type: number; readonly small?: boolean }): JSX.Element {
  const found = projectTypeOf(type);
  return (
    <span className={`${classes['typeIcon']} ${small ? classes['typeIconSmall'] : ''}`} title={found?.title}>
      <Icon name={found?.icon ?? 'folder'} size={small ? 14 : 16} />
    </span>
  );
}
