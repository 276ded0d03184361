import { Anchor, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { RowMenu, Time } from '#core/ui/web/index.ts';
import { SearchedTable } from '#plugins/workspace/administration/web/kit/index.ts';
import { integrationTypes } from '../../common/integration.ts';
import type { OrganizationIntegration } from '../../common/organization-api.ts';
import { organizationIntegrationsApi } from '../../common/organization-api.ts';
import { messages } from '../messages.ts';
import { TeamsDialog } from '../teams-dialog.tsx';

/** Integrations of all teams of an organization. */
export default function OrganizationIntegrationsPage(): JSX.Element {
  const organizationId = Number(useParams()['organizationId']);
  const calls = client(organizationIntegrationsApi, useService(Transport));
  const [assigned, setAssigned] = useState<OrganizationIntegration>();
  return (
    <>
      <SearchedTable
        label={messages.organizationIntegrations.integrations}
        list={['organization', 'integrations', organizationId]}
        load={query => calls.listOrganizationIntegrations({ params: { organization_id: organizationId }, query })}
        keyOf={row => row.id}
        empty={messages.organizationIntegrations.none}
        columns={[
          { title: messages.organizationIntegrations.name, cell: row => row.name },
          {
            title: messages.organizationIntegrations.kind,
            cell: row => integrationTypes.find(each => each.value === row.type)?.title ?? '',
          },
          {
            title: messages.organizationIntegrations.team,
            cell: row => (
              <Anchor component={Link} to={`/t/${row.team.id}/integrations`}>
                {row.team.name}
              </Anchor>
            ),
          },
          {
            title: messages.organizationIntegrations.usedBy,
            cell: row =>
              row.shared_with.length === 0 ? (
                <Text span size="sm" c="var(--loupe-muted)">
                  {messages.organizationIntegrations.noOther}
                </Text>
              ) : (
                row.shared_with.map(each => each.name).join(', ')
              ),
          },
          {
            title: messages.organizationIntegrations.state,
            cell: row => messages.organizationIntegrations.states[row.status],
          },
          {
            title: messages.organizationIntegrations.lastCheck,
            cell: row =>
              row.lastCheckAt === null ? messages.organizationIntegrations.never : <Time iso={row.lastCheckAt} />,
          },
          { title: messages.organizationIntegrations.createdBy, cell: row => row.creator_id },
          {
            title: '',
            cell: row => (
              <RowMenu of={row.name}>
                <Menu.Item onClick={() => setAssigned(row)}>{messages.organizationIntegrations.assign}</Menu.Item>
              </RowMenu>
            ),
          },
        ]}
      />
      <TeamsDialog organizationId={organizationId} integration={assigned} onClose={() => setAssigned(undefined)} />
    </>
  );
}
