import { ActionIcon, Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { projectRoleLabel, projectRoles } from '#core/permissions/common/index.ts';
import { errorText, Icon } from '#core/ui/web/index.ts';
import type { TeamMember } from '#plugins/workspace/teams/common/index.ts';
import { teamKeys, teamsApi } from '#plugins/workspace/teams/common/index.ts';
import { messages } from '../messages.ts';
import type { NewProjectDraft } from '../new-project-draft.ts';
import { NewProjectStore } from '../new-project-draft.ts';
import { NewProjectParts } from '../new-project-parts.tsx';
import classes from '../projects.module.css';

const ROLES = [projectRoles.annotator, projectRoles.qa, projectRoles.projectAdmin].map(each => ({
  value: String(each),
  label: projectRoleLabel(each),
}));

/** Name and address of a member; who has not signed in yet has an address only. */
function nameOf({ first_name: first, last_name: last, address }: TeamMember): string {
  const name = `${first} ${last}`.trim();
  return name === '' ? address : `${name} (${address})`;
}

/** Edits the people of the new project, each with a role. */
export function PeopleStep({ draft }: { readonly draft: NewProjectDraft }): JSX.Element {
  const store = useService(NewProjectStore);
  const transport = useService(Transport);
  const team = useTeam();
  const sees = useCan('ListTeamUsers');
  const [emails, setEmails] = useState<string[]>([]);
  const [role, setRole] = useState(String(projectRoles.annotator));
  const members = useQuery({
    queryKey: teamKeys.members(team.id),
    enabled: sees,
    queryFn: () => client(teamsApi, transport).listMembers({ query: { limit: 2000 } }),
  });
  const taken = new Set(draft.members.map(each => each.email));
  const free = (members.data?.data ?? []).filter(each => !taken.has(each.email));
  const names = new Map((members.data?.data ?? []).map(each => [each.email, nameOf(each)]));
  const add = (): void => {
    store.change({ members: [...draft.members, ...emails.map(email => ({ email, role: Number(role) }))] });
    setEmails([]);
  };
  return (
    <div className={classes['form']}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <MultiSelect
          label={messages.shared.people}
          placeholder={emails.length === 0 ? messages.shared.chooseTeamMembers : ''}
          searchable
          hidePickedOptions
          limit={100}
          style={{ flex: 1 }}
          autoFocus
          openOnFocus={false}
          nothingFoundMessage={
            members.data === undefined
              ? messages.shared.loading
              : free.length === 0
                ? messages.newProjectPeople.everybodyInTheTeamIsChosen
                : messages.shared.nobodyMatches
          }
          data={free.map(each => ({ value: each.email, label: nameOf(each) }))}
          value={emails}
          onChange={setEmails}
          error={members.error === null ? undefined : errorText(members.error)}
        />
        <Select
          w={140}
          label={messages.shared.role}
          allowDeselect={false}
          data={ROLES}
          value={role}
          onChange={value => setRole(value ?? role)}
        />
        <Button variant="default" disabled={emails.length === 0} onClick={add}>
          {messages.newProjectPeople.add}
        </Button>
      </Group>
      {draft.members.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.newProjectPeople.nobodyYet}
        </Text>
      ) : (
        <Stack gap={4} component="ul" className={classes['plain']}>
          {draft.members.map(each => (
            <Group key={each.email} component="li" wrap="nowrap" gap="xs">
              <Text truncate style={{ flex: 1 }} title={each.email}>
                {names.get(each.email) ?? each.email}
              </Text>
              <Select
                w={140}
                aria-label={messages.shared.roleOfEmail(each.email)}
                allowDeselect={false}
                data={ROLES}
                value={String(each.role)}
                onChange={value =>
                  store.change({
                    members: draft.members.map(member =>
                      member.email === each.email ? { ...member, role: Number(value) } : member,
                    ),
                  })
                }
              />
              <ActionIcon
                aria-label={messages.newProjectPeople.takeEmailOut(each.email)}
                onClick={() => store.change({ members: draft.members.filter(member => member.email !== each.email) })}
              >
                <Icon name="close" />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      )}
      <NewProjectParts step="people" draft={draft} />
    </div>
  );
}
