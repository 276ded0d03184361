import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { keepColumns, readColumnIds } from '#core/base/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  ColumnChooser,
  downloadFile,
  EmptyState,
  ErrorPanel,
  Icon,
  PageBody,
  PageToolbar,
  SearchBox,
} from '#core/ui/web/index.ts';
import type { TeamMember } from '../../common/api.ts';
import type { MadeLink } from '../invitation-link.tsx';
import { InvitationLink } from '../invitation-link.tsx';
import { InviteDialog } from '../invite-dialog.tsx';
import { InviteStore } from '../invite-store.ts';
import { useMembers } from '../kit/use-members.ts';
import { MemberBulk } from '../members/member-bulk.tsx';
import { MemberDrawer } from '../members/member-drawer.tsx';
import { FilterChips, MemberFilters } from '../members/member-filters.tsx';
import { membersCsv, shownMembers } from '../members/member-list.ts';
import { MemberTable } from '../members/member-table.tsx';
import { useMemberActions } from '../members/use-member-actions.ts';
import { useMemberColumns } from '../members/use-member-columns.tsx';
import { useMemberFilter } from '../members/use-member-filter.ts';
import { useRemovable } from '../members/use-removable.ts';
import { messages } from '../messages.ts';

/** Its name among the tables whose columns are kept. */
const TABLE = 'members';

/** Everybody in the team, and who is invited. */
export default function MembersPage(): JSX.Element {
  const team = useTeam();
  const invites = useCan('InviteTeamUser');
  const store = useService(InviteStore);
  const { open } = useSnapshot(store.state);
  const actions = useMemberActions();
  const removable = useRemovable();
  const state = useMemberFilter();
  const list = useMembers();
  const { columns, error, retry } = useMemberColumns();
  const [chosenColumns, setChosenColumns] = useState(() => readColumnIds(TABLE));
  const chooseColumns = (keys: readonly string[] | undefined): void => {
    keepColumns(TABLE, keys);
    setChosenColumns(keys);
  };
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [linked, setLinked] = useState<MadeLink>();

  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const all = list.data?.data ?? [];
  const shown =
    chosenColumns === undefined
      ? columns.filter(each => each.hidden !== true)
      : chosenColumns.flatMap(key => columns.find(each => each.key === key) ?? []);
  const found = shownMembers(all, columns, state.filter);
  const marked = found.filter(each => chosen.has(each.email) && removable(each));
  const openMember =
    state.member === undefined || list.data === undefined
      ? undefined
      : (all.find(each => each.member_id === state.member) ?? null);
  const link = (member: TeamMember): void => void actions.newLink(member).then(setLinked);
  const remove = (members: readonly TeamMember[]): void =>
    void actions.remove(members).then(done => {
      if (!done) return;
      setChosen(new Set());
      if (members.some(each => each.member_id === state.member)) state.open(undefined);
    });

  return (
    <>
      <PageToolbar>
        <Group gap="xs" pt={12} style={{ flex: 1 }}>
          <SearchBox
            value={state.filter.search}
            onChange={search => state.change({ search })}
            label={messages.membersPage.searchMembers}
          />
          <MemberFilters members={all} columns={columns} state={state} />
          {list.data === undefined ? undefined : (
            <Text size="sm" c="var(--loupe-muted)">
              {state.narrowed
                ? messages.membersPage.countOf(found.length, all.length)
                : all.length.toLocaleString('en')}
            </Text>
          )}
          <span style={{ flex: 1 }} />
          <ColumnChooser
            columns={columns.map(each => ({ id: each.key, title: each.title }))}
            shown={shown.map(each => each.key)}
            onChange={chooseColumns}
            onReset={() => chooseColumns(undefined)}
          />
          <Button
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            disabled={found.length === 0}
            onClick={() =>
              downloadFile(`${team.name} members.csv`, new Blob([membersCsv(found, shown)], { type: 'text/csv' }))
            }
          >
            {messages.membersPage.exportCsv}
          </Button>
          {invites ? (
            <Button leftSection={<Icon name="invite" size={14} />} onClick={() => store.show(true)}>
              {messages.shared.invite}
            </Button>
          ) : undefined}
        </Group>
      </PageToolbar>
      <FilterChips columns={columns} state={state} />
      <MemberBulk marked={marked} onClear={() => setChosen(new Set())} onRemove={() => remove(marked)} />
      {error === null ? undefined : <ErrorPanel error={error} onRetry={retry} />}
      {list.data === undefined ? (
        <PageBody>
          {[0, 1, 2, 3].map(each => (
            <Skeleton key={each} h={40} mb="xs" />
          ))}
        </PageBody>
      ) : undefined}
      {found.length === 0 ? undefined : (
        <PageBody flush>
          <MemberTable
            members={found}
            columns={shown}
            state={state}
            chosen={chosen}
            onChoose={setChosen}
            onLink={link}
            onRemove={member => remove([member])}
          />
        </PageBody>
      )}
      {all.length > 0 && found.length === 0 ? (
        <EmptyState icon="search" text={messages.membersPage.nobodyMatches}>
          <Button variant="default" onClick={state.clear}>
            {messages.membersPage.clearFilters}
          </Button>
        </EmptyState>
      ) : undefined}
      {all.length === 1 && !state.narrowed && invites ? (
        <EmptyState icon="people" text={messages.membersPage.inviteYourTeam}>
          <Button onClick={() => store.show(true)}>{messages.shared.invitePeople}</Button>
        </EmptyState>
      ) : undefined}
      <MemberDrawer
        member={openMember}
        onClose={() => state.open(undefined)}
        onLink={link}
        onRemove={member => remove([member])}
      />
      <InviteDialog opened={open} onClose={() => store.show(false)} />
      <InvitationLink made={linked} onClose={() => setLinked(undefined)} />
    </>
  );
}
