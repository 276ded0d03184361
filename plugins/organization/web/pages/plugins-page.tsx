import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { PageBody, PageHeader } from '#core/ui/web/index.ts';
import { organizationApi } from '../../common/api.ts';
import { organizationPluginsKey, PluginSwitches } from '../plugin-switches.tsx';

/** The plugins of one organization, for its owner. */
export default function PluginsPage(): JSX.Element {
  const id = Number(useParams()['organizationId']);
  const api = client(organizationApi, useService(Transport));
  const { data } = useQuery({ queryKey: organizationPluginsKey(id), queryFn: () => api.listOrganizationPlugins({ params: { organization_id: id } }) });
  return (
    <>
      <PageHeader title={data === undefined ? 'Organization' : `Plugins of ${data.organization.name}`} {...(data === undefined ? {} : { count: data.data.length })} />
      <PageBody>
        <Text c="var(--loupe-muted)" mb="xs">A change takes effect at the next call of anybody in the organization, and at once in open tabs. Data of a plugin that is off stay.</Text>
        <PluginSwitches organizationId={id} />
      </PageBody>
    </>
  );
}
