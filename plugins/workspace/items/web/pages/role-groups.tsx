import { Text } from '@mantine/core';
import { Fragment } from 'react';
import type { JSX } from 'react';
import type { Contributor } from '#plugins/workspace/projects/common/index.ts';
import { messages } from '../messages.ts';
import classes from './assign-dialog.module.css';

/** People under their roles. */
export function RoleGroups({
  people,
  children,
}: {
  readonly people: readonly Contributor[];
  /** Draws the row of a person. */
  readonly children: (person: Contributor) => JSX.Element;
}): JSX.Element {
  const roles = [...new Map(people.map(each => [each.role, each.role_name])).entries()].sort(
    ([one], [other]) => one - other,
  );
  return (
    <div className={classes['list']}>
      {roles.map(([role, title]) => (
        <div key={role} role="group" aria-label={title}>
          <Text size="sm" fw={600} c="var(--loupe-muted)" mt={6} mb={2}>
            {title}
          </Text>
          {people
            .filter(each => each.role === role)
            .map(each => (
              <Fragment key={each.id}>{children(each)}</Fragment>
            ))}
        </div>
      ))}
      {people.length === 0 ? (
        <Text c="var(--loupe-muted)" py="sm">
          {messages.assignDialog.nobodyMatches}
        </Text>
      ) : undefined}
    </div>
  );
}
