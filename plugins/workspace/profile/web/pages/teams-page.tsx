import { Button, Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { derivedTeamFields } from '#core/permissions/common/index.ts';
import { useEmail, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { EmptyState, Icon, PageBody, toast, toastError } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Teams of the person, and which opens first. */
export default function TeamsPage(): JSX.Element {
  const store = useService(TeamStore);
  const { teams } = useSnapshot(store.state);
  const email = useEmail();
  if (teams.length === 0) return <EmptyState icon="people" text={messages.teamsPage.youAreNotInAny} />;

  const makeDefault = async (id: number, name: string): Promise<void> => {
    await store.api
      .makeDefault({ params: { team_id: id } })
      .then(() => toast(messages.teamsPage.nameOpensFirstAfterSignIn(name), { tone: 'success' }), toastError);
    await store.load({ fresh: true });
  };
  return (
    <PageBody>
      <Table highlightOnHover maw={860} mt="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages.shared.team}</Table.Th>
            <Table.Th>{messages.shared.organization}</Table.Th>
            <Table.Th>{messages.teamsPage.role}</Table.Th>
            <Table.Th w={140}>{messages.teamsPage.opensFirst}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {teams.map(team => (
            <Table.Tr key={team.id} h={40}>
              <Table.Td>
                <Link to={`/t/${team.id}/projects`}>{team.name}</Link>
              </Table.Td>
              <Table.Td>{team.organization.name}</Table.Td>
              <Table.Td>{derivedTeamFields(team, email).userRoleName}</Table.Td>
              <Table.Td>
                {team.is_default ? (
                  <Text span c="var(--loupe-accent)">
                    <Icon name="star" size={14} /> {messages.teamsPage.default}
                  </Text>
                ) : (
                  <Button size="compact-xs" variant="default" onClick={() => void makeDefault(team.id, team.name)}>
                    {messages.teamsPage.makeDefault}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </PageBody>
  );
}
