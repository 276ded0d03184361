import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { derivedTeamFields } from '#core/permissions/common/index.ts';
import { useEmail, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { EmptyState, Icon, PageBody, PageHeader, PageToolbar, SearchBox } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import classes from '../shell.module.css';

const SECTIONS = [
  [messages.workspacesPage.ownedByYou, 0],
  [messages.workspacesPage.admin, 1],
  [messages.workspacesPage.contributor, 2],
] as const;

/** Teams of the person: owners first, then admins, then contributors. */
export function WorkspacesPage(): JSX.Element {
  const teams = useService(TeamStore);
  const email = useEmail();
  const { teams: all } = useSnapshot(teams.state);
  const [search, setSearch] = useState('');
  const found = all.filter(each =>
    `${each.name} ${each.organization.name}`.toLowerCase().includes(search.toLowerCase()),
  );
  const rank = (team: (typeof all)[number]): number => {
    const { userRoleName } = derivedTeamFields(team, email);
    return userRoleName.endsWith('Owner') ? 0 : userRoleName === 'Team Admin' ? 1 : 2;
  };
  return (
    <>
      <PageHeader title={messages.workspacesPage.chooseAWorkspace} count={all.length} />
      {all.length < 2 ? undefined : (
        <PageToolbar>
          <SearchBox value={search} onChange={setSearch} label={messages.workspacesPage.searchTeams} />
        </PageToolbar>
      )}
      <PageBody>
        {all.length === 0 ? <EmptyState icon="people" text={messages.workspacesPage.youAreNotInAny} /> : undefined}
        {all.length > 0 && found.length === 0 ? (
          <EmptyState icon="search" text={messages.workspacesPage.noTeamsMatch} />
        ) : undefined}
        {SECTIONS.map(([title, section]) => {
          const members = found.filter(each => rank(each) === section);
          if (members.length === 0) return undefined;
          return (
            <section key={title} aria-label={title}>
              <Text c="var(--loupe-muted)" fw={500} my="sm">
                {title}
              </Text>
              <Stack gap="xs" maw={560}>
                {members.map(team => (
                  <Link key={team.id} className={classes['team']} to={`/t/${team.id}/projects`}>
                    <Icon name="people" size={20} />
                    <div style={{ flex: 1 }}>
                      <Text fw={500}>{team.name}</Text>
                      <Text c="var(--loupe-muted)" size="sm">
                        {team.organization.name} · {derivedTeamFields(team, email).userRoleName}
                      </Text>
                    </div>
                    {team.is_default ? <Icon name="star" /> : undefined}
                  </Link>
                ))}
              </Stack>
            </section>
          );
        })}
      </PageBody>
    </>
  );
}
