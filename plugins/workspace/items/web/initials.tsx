import type { JSX } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { Tooltip } from '#core/ui/web/index.ts';
import type { Assignment } from '../common/item.ts';
import classes from './data.module.css';

/** The two letters of a person's initials, from an e-mail such as `ana.berg@x.org`. */
export function initialsOf(email: string): string {
  const parts = email
    .split('@')[0]!
    .split(/[._-]+/)
    .filter(each => each !== '');
  const [first = '?', second] = parts;
  return (second === undefined ? first.slice(0, 2) : `${first[0]}${second[0]}`).toUpperCase();
}

/** Shows the assigned people, one disc per role. */
export function Assignees({ assignments }: { readonly assignments: readonly Assignment[] }): JSX.Element {
  const addressOf = useAddressOf();
  return (
    <span className={classes['people']}>
      {assignments.map(each => (
        <Tooltip key={each.user_role} label={`${addressOf(each.user_id)} · ${projectRoleLabel(each.user_role)}`}>
          <span
            className={classes['person']}
            data-role={each.user_role}
            aria-label={`${projectRoleLabel(each.user_role)}: ${addressOf(each.user_id)}`}
            role="img"
          >
            {initialsOf(addressOf(each.user_id))}
          </span>
        </Tooltip>
      ))}
    </span>
  );
}
