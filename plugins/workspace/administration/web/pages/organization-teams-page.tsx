import { Button, Skeleton, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ErrorPanel, longDate, PageBody, Time } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { OrganizationNameForm } from '../organization-name-form.tsx';
import { useOrganization } from '../use-organization.ts';
import { ViewAsDialog } from '../view-as-dialog.tsx';

/** Details of an organization, and its teams. */
export default function OrganizationTeamsPage(): JSX.Element {
  const { data, error, refetch } = useOrganization(Number(useParams()['organizationId']));
  const [viewed, setViewed] = useState<number>();
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <PageBody>
        <Skeleton h={200} mt="md" />
      </PageBody>
    );
  const { owner_viewable_id: ownerId, owner_email: email } = data;
  return (
    <PageBody>
      <OrganizationNameForm key={data.name} organization={data} />
      <Text c="var(--loupe-muted)" my="sm">
        {messages.organizationTeamsPage.ownedBy(data.owner_email, data.members, longDate(data.createdAt))}{' '}
        {data.project_limit === null ? '' : messages.organizationTeamsPage.limit(data.project_limit)}
      </Text>
      <Table aria-label={messages.shared.teams}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages.organizationTeamsPage.team}</Table.Th>
            <Table.Th w={110} ta="right">
              {messages.shared.members}
            </Table.Th>
            <Table.Th w={150}>{messages.organizationTeamsPage.created}</Table.Th>
            {ownerId === null ? undefined : <Table.Th w={110} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.teams.map(each => (
            <Table.Tr key={each.id} h={40}>
              <Table.Td>
                <Link to={`/t/${each.id}/projects`}>{each.name}</Link>
              </Table.Td>
              <Table.Td ta="right">{each.members.toLocaleString('en')}</Table.Td>
              <Table.Td>
                <Time iso={each.createdAt} />
              </Table.Td>
              {ownerId === null ? undefined : (
                <Table.Td ta="right">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={messages.usersPage.viewTeam(each.name)}
                    onClick={() => setViewed(each.id)}
                  >
                    {messages.usersPage.viewAs}
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ViewAsDialog
        user={ownerId === null || viewed === undefined ? undefined : { id: ownerId, name: '', email }}
        path={`/t/${viewed}/projects`}
        onClose={() => setViewed(undefined)}
      />
    </PageBody>
  );
}
