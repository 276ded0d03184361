import { Button, Stack, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useAddressOf, useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, Icon, Modal, SearchBox, Segments } from '#core/ui/web/index.ts';
import type { Contributor } from '#plugins/workspace/projects/common/index.ts';
import { DataDialogs } from '../data-dialogs.ts';
import { initialsOf } from '../initials.tsx';
import { ItemActions } from '../item-actions.ts';
import type { Selection } from '../selection.ts';
import { sizeOf, things } from '../selection.ts';
import data from '../data.module.css';
import { messages } from '../messages.ts';
import classes from './assign-dialog.module.css';
import { RoleGroups } from './role-groups.tsx';
import { SplitPeople } from './split-people.tsx';
import { assignable, usePeople } from './use-people.ts';

/** Assigns the selected items to somebody, divides them among several people, or takes everybody off. */
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
  const addressOf = useAddressOf();
  const actions = useService(ItemActions);
  const team = useTeam();
  const shares = useCan('ShareProject');
  const people = assignable(usePeople(projectId));
  const [search, setSearch] = useState('');
  const [split, setSplit] = useState(false);
  const shown = people.filter(each =>
    `${each.first_name} ${each.last_name} ${addressOf(each.email)}`.toLowerCase().includes(search.toLowerCase()),
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
      <Segments
        fullWidth
        aria-label={messages.assignDialog.assignTo}
        data={[
          { value: 'one', label: messages.assignDialog.onePerson },
          { value: 'split', label: messages.assignDialog.splitEvenly },
        ]}
        value={split ? 'split' : 'one'}
        onChange={value => setSplit(value === 'split')}
      />
      {split ? (
        <SplitPeople
          people={people}
          shown={shown}
          count={sizeOf(selection)}
          onSplit={emails => run(actions.change(projectId, selection, { kind: 'split', value: { emails } }))}
          onCancel={onDone}
        />
      ) : (
        <>
          <RoleGroups people={shown}>
            {person => (
              <PersonRow
                person={person}
                onChoose={() => run(actions.change(projectId, selection, { kind: 'assign', value: person.email }))}
              />
            )}
          </RoleGroups>
          <Button
            variant="default"
            leftSection={<Icon name="close" size={14} />}
            onClick={() => run(actions.change(projectId, selection, { kind: 'unassign', value: null }))}
          >
            {messages.assignDialog.removeAssignments}
          </Button>
        </>
      )}
    </Stack>
  );
}

function PersonRow({ person, onChoose }: { readonly person: Contributor; readonly onChoose: () => void }): JSX.Element {
  const addressOf = useAddressOf();
  const name = `${person.first_name} ${person.last_name}`.trim();
  return (
    <UnstyledButton className={classes['person']!} disabled={person.paused} onClick={onChoose}>
      <span className={data['person']} data-role={person.role}>
        {initialsOf(addressOf(person.email))}
      </span>
      <span className={classes['name']}>
        {name === '' ? addressOf(person.email) : name}
        {name === '' ? undefined : <span className={classes['mail']}>{addressOf(person.email)}</span>}
      </span>
      <span className={classes['note']}>
        {person.paused ? messages.assignDialog.paused : person.state === 'PENDING' ? messages.assignDialog.invited : ''}
      </span>
    </UnstyledButton>
  );
}
