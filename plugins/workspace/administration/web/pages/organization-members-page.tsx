import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { Time } from '#core/ui/web/index.ts';
import type { OrganizationMember } from '../../common/people-api.ts';
import { AdminClient } from '../admin-client.ts';
import { messages } from '../messages.ts';
import { SearchedTable } from '../searched-table.tsx';
import type { ViewedAccount } from '../view-as-dialog.tsx';
import { ViewAsDialog } from '../view-as-dialog.tsx';

/** People of all teams of an organization. */
export default function OrganizationMembersPage(): JSX.Element {
  const { organizationPeople } = useService(AdminClient);
  const id = Number(useParams()['organizationId']);
  const { superAdmin } = useSnapshot(useService(TeamStore).state);
  const [viewed, setViewed] = useState<ViewedAccount>();
  return (
    <>
      <SearchedTable
        label={messages.shared.members}
        list={['organization', id, 'members']}
        load={query => organizationPeople.listOrganizationMembers({ params: { organization_id: id }, query })}
        keyOf={row => row.email}
        empty={messages.organizationMembersPage.nobody}
        columns={[
          {
            title: messages.shared.name,
            cell: ({ name, email }) => <Text fw={500}>{name === '' ? email : name}</Text>,
          },
          { title: messages.shared.eMail, cell: row => row.email },
          {
            title: messages.shared.teams,
            cell: row =>
              row.teams.map((team, place) => (
                <span key={team.id}>
                  {place === 0 ? '' : ', '}
                  <Link to={`/t/${team.id}/setup/members`}>{team.name}</Link>
                </span>
              )),
          },
          {
            title: messages.organizationMembersPage.lastActive,
            cell: ({ pending, lastActiveAt }) =>
              pending ? (
                messages.organizationMembersPage.invited
              ) : lastActiveAt === null ? (
                messages.organizationMembersPage.never
              ) : (
                <Time iso={lastActiveAt} />
              ),
          },
          ...(superAdmin
            ? [
                {
                  title: '',
                  cell: ({ viewable_id: id, name, email }: OrganizationMember) =>
                    id === null ? undefined : (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={messages.usersPage.viewAsName(name === '' ? email : name)}
                        onClick={() => setViewed({ id, name, email })}
                      >
                        {messages.usersPage.viewAs}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      <ViewAsDialog user={viewed} onClose={() => setViewed(undefined)} />
    </>
  );
}
