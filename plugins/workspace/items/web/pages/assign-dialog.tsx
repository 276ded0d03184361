import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, Icon, Modal, SearchBox } from '#core/ui/web/index.ts';
import type { Contributor } from '#plugins/workspace/projects/common/index.ts';
import { DataDialogs } from '../data-dialogs.ts';
import { initialsOf } from '../initials.tsx';
import { ItemActions } from '../item-actions.ts';
import type { Selection } from '../selection.ts';
import { sizeOf, things } from '../selection.ts';
import data from '../data.module.css';
import { messages } from '../messages.ts';
import classes from './assign-dialog.module.css';
import { assignable, usePeople } from './use-people.ts';

/** Hands the selected items to somebody, by role; or takes everybody off. */
export function AssignDialog({ projectId }: { readonly projectId: number }): JSX.Element {
  const dialogs = useService(DataDialogs);
  const { assign } = useSnapshot(dialogs.state);
  const count = assign === undefined ? 0 : sizeOf(assign as Selection);
  return (
    <Modal
      opened={assign !== undefined}
      onClose={() => dialogs.assign(undefined)}
      title={messages.assignDialog.assignThings(things(count))}
      size="sm"
    >
      {assign === undefined ? undefined : (
        <People projectId={projectId} selection={assign as Selection} onDone={() => dialogs.assign(undefined)} />
      )}
    </Modal>
  );
}

function People({
  projectId,
  selection,
  onDone,
}: {
  readonly projectId: number;
  readonly selection: Selection;
  readonly onDone: () => void;
}): JSX.Element {
  const actions = useService(ItemActions);
  const team = useTeam();
  const shares = useCan('ShareProject');
  const people = assignable(usePeople(projectId));
  const [search, setSearch] = useState('');
  const shown = people.filter(each =>
    `${each.first_name} ${each.last_name} ${each.email}`.toLowerCase().includes(search.toLowerCase()),
  );
  const roles = [...new Map(shown.map(each => [each.role, each.role_name])).entries()].sort(
    ([one], [other]) => one - other,
  );
  const run = (work: Promise<unknown>): void => {
    onDone();
    void work;
  };

  if (people.length === 0) {
    return (
      <EmptyState icon="people" text={messages.assignDialog.nobodyToAssignYet}>
        {shares ? (
          <Button
            variant="default"
            component={Link}
            to={`/t/${team.id}/p/${projectId}/setup/contributors`}
            onClick={onDone}
          >
            {messages.assignDialog.openContributors}
          </Button>
        ) : undefined}
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      {people.length > 6 ? (
        <SearchBox value={search} onChange={setSearch} label={messages.assignDialog.findAPerson} />
      ) : undefined}
      <div className={classes['list']}>
        {roles.map(([role, title]) => (
          <div key={role} role="group" aria-label={title}>
            <Text size="sm" fw={600} c="var(--loupe-muted)" mt={6} mb={2}>
              {title}
            </Text>
            {shown
              .filter(each => each.role === role)
              .map(each => (
                <PersonRow
                  key={each.id}
                  person={each}
                  onChoose={() => run(actions.change(projectId, selection, { kind: 'assign', value: each.email }))}
                />
              ))}
          </div>
        ))}
        {shown.length === 0 ? (
          <Text c="var(--loupe-muted)" py="sm">
            {messages.assignDialog.nobodyMatches}
          </Text>
        ) : undefined}
      </div>
      <Button
        variant="default"
        leftSection={<Icon name="close" size={14} />}
        onClick={() => run(actions.change(projectId, selection, { kind: 'unassign', value: null }))}
      >
        {messages.assignDialog.removeAssignments}
      </Button>
    </Stack>
  );
}

function PersonRow({ person, onChoose }: { readonly person: Contributor; readonly onChoose: () => void }): JSX.Element {
  const name = `${person.first_name} ${person.last_name}`.trim();
  return (
    <UnstyledButton className={classes['person']!} disabled={person.paused} onClick={onChoose}>
      <span className={data['person']} data-role={person.role}>
        {initialsOf(person.email)}
      </span>
      <span className={classes['name']}>
        {name === '' ? person.email : name}
        {name === '' ? undefined : <span className={classes['mail']}>{person.email}</span>}
      </span>
      <span className={classes['note']}>
        {person.paused ? messages.assignDialog.paused : person.state === 'PENDING' ? messages.assignDialog.invited : ''}
      </span>
    </UnstyledButton>
  );
}
