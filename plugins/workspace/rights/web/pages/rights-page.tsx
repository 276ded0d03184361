import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import { teamRoleLabels } from '#core/permissions/common/index.ts';
import { EmptyState, ErrorPanel, PageBody, PageToolbar, SearchBox, useLatestParams } from '#core/ui/web/index.ts';
import { allProjects, SHOWN_PROJECTS } from '#plugins/workspace/projects/web/kit/index.ts';
import { memberName, useMembers } from '#plugins/workspace/teams/web/kit/index.ts';
import type { MemberRights } from '../../common/api.ts';
import { ruleText } from '../../common/rule-text.ts';
import { messages } from '../messages.ts';
import { RightsClient } from '../rights-client.ts';
import { actionWords, RightsTable } from '../rights-table.tsx';

const THROUGH = {
  direct: messages.page.direct,
  group: messages.page.group,
  'team-admin': messages.page.teamAdmin,
  none: messages.page.none,
} as const;

/**
 * The rights of a member with their reasons. Person and project are in the address, so that the page can be linked to.
 */
export default function RightsPage(): JSX.Element {
  const { projects: calls } = useService(RightsClient);
  const team = useTeam();
  const [params, setParams] = useLatestParams();
  const members = useMembers();
  const projects = useQuery({ queryKey: ['rights', team.id, 'projects'], queryFn: () => allProjects(calls) });
  const [email, project] = [params.get('person'), params.get('project')];
  const choose = (name: 'person' | 'project', value: string | null): void =>
    setParams(before => {
      const next = new URLSearchParams(before);
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return (
    <>
      <PageToolbar>
        <Select
          aria-label={messages.page.person}
          placeholder={messages.page.choosePerson}
          searchable
          w={260}
          value={email}
          onChange={value => choose('person', value)}
          data={(members.data?.data ?? [])
            .filter(each => each.state === 'CONFIRMED')
            .map(each => ({ value: each.email, label: memberName(each) }))}
        />
        <Select
          aria-label={messages.page.project}
          searchable
          limit={SHOWN_PROJECTS}
          allowDeselect={false}
          w={260}
          value={project ?? ''}
          onChange={value => choose('project', value)}
          data={[
            { value: '', label: messages.page.onlyTeam },
            ...(projects.data ?? []).map(each => ({ value: String(each.id), label: each.name })),
          ]}
        />
      </PageToolbar>
      {email === null ? (
        <EmptyState icon="shield" text={messages.page.nobody} />
      ) : (
        <Explained email={email} projectId={project === null ? undefined : Number(project)} />
      )}
    </>
  );
}

function Explained({
  email,
  projectId,
}: {
  readonly email: string;
  readonly projectId: number | undefined;
}): JSX.Element {
  const { api } = useService(RightsClient);
  const team = useTeam();
  const found = useQuery({
    queryKey: ['rights', team.id, email, projectId],
    queryFn: () =>
      api.explainRights({
        params: { team_id: team.id },
        query: { email, ...(projectId === undefined ? {} : { project_id: projectId }) },
      }),
  });
  if (found.error !== null) return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined)
    return (
      <PageBody>
        <Skeleton h={240} />
      </PageBody>
    );
  return <Answer found={found.data} />;
}

function Answer({ found }: { readonly found: MemberRights }): JSX.Element {
  const [text, setText] = useState('');
  const [shown, setShown] = useState('all');
  const { person, project, rights } = found;
  const roles = {
    team: teamRoleLabels[person.role as TeamRole] ?? String(person.role),
    custom: person.custom_role,
    project: project?.role_name ?? null,
  };
  const part = text.trim().toLowerCase();
  const listed = rights.filter(
    ({ action, allowed, rule }) =>
      (shown === 'all' || allowed === (shown === 'allowed')) &&
      `${action} ${actionWords(action)} ${ruleText(rule, allowed, roles)}`.toLowerCase().includes(part),
  );
  return (
    <PageBody>
      <Text fw={600}>
        {roles.custom === null
          ? messages.page.role(person.name, roles.team)
          : messages.page.customRole(person.name, roles.team, roles.custom)}
      </Text>
      {project === null ? undefined : (
        <Text c="var(--loupe-muted)">
          {THROUGH[project.through](project.name, project.role_name ?? '')} {project.paused ? messages.page.paused : ''}
        </Text>
      )}
      <Group my="sm" gap="sm">
        <SearchBox value={text} label={messages.page.search} onChange={setText} />
        <Select
          aria-label={messages.page.show}
          allowDeselect={false}
          w={150}
          value={shown}
          onChange={value => setShown(value ?? 'all')}
          data={[
            { value: 'all', label: messages.page.all },
            { value: 'allowed', label: messages.page.allowed },
            { value: 'denied', label: messages.page.denied },
          ]}
        />
        <Text c="var(--loupe-muted)">
          {messages.page.counts(rights.filter(each => each.allowed).length, rights.length)}
        </Text>
      </Group>
      {listed.length === 0 ? (
        <EmptyState icon="search" text={messages.page.nothingMatches} />
      ) : (
        <RightsTable rights={listed} roles={roles} />
      )}
    </PageBody>
  );
}
