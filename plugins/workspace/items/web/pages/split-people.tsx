import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Contributor } from '#plugins/workspace/projects/common/index.ts';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { evenSplit } from '../../common/even-split.ts';
import { messages } from '../messages.ts';
import { things } from '../selection.ts';
import classes from './assign-dialog.module.css';
import { RoleGroups } from './role-groups.tsx';

/** Chooses people of one role among whom items are divided, and shows how many each gets. */
export function SplitPeople({
  people,
  shown,
  count,
  onSplit,
  onCancel,
}: {
  readonly people: readonly Contributor[];
  /** Those that match the search. */
  readonly shown: readonly Contributor[];
  /** Items to divide. */
  readonly count: number;
  readonly onSplit: (emails: readonly string[]) => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const addressOf = useAddressOf();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const emails = people.filter(each => chosen.has(each.email)).map(each => each.email);
  const role = people.find(each => chosen.has(each.email))?.role;
  const shares = evenSplit(count, emails.length);
  const toggle = (email: string): void => {
    const next = new Set(chosen);
    if (!next.delete(email)) next.add(email);
    setChosen(next);
  };
  return (
    <>
      <RoleGroups people={shown}>
        {person => {
          const share = shares[emails.indexOf(person.email)];
          return (
            <label className={classes['person']} data-disabled={person.paused || undefined}>
              <Checkbox
                size="xs"
                checked={chosen.has(person.email)}
                disabled={person.paused || (role !== undefined && role !== person.role)}
                onChange={() => toggle(person.email)}
                aria-label={addressOf(person.email)}
              />
              <span className={classes['name']}>
                {`${person.first_name} ${person.last_name}`.trim() || addressOf(person.email)}
              </span>
              <span className={classes['note']}>
                {person.paused ? messages.assignDialog.paused : share === undefined ? '' : things(share)}
              </span>
            </label>
          );
        }}
      </RoleGroups>
      <Text size="sm" c="var(--loupe-muted)">
        {messages.assignDialog.splitRule}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {messages.assignDialog.cancel}
        </Button>
        <Button disabled={emails.length < 2} onClick={() => onSplit(emails)}>
          {messages.assignDialog.splitThings(things(count))}
        </Button>
      </Group>
    </>
  );
}
