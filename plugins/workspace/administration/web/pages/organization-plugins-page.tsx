import { Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { PageBody } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { PluginSwitches, useOrganizationPlugins } from '../plugin-switches.tsx';

/** The plugins of one organization, for its owner. */
export default function PluginsPage(): JSX.Element {
  const id = Number(useParams()['organizationId']);
  const { data } = useOrganizationPlugins(id);
  return (
    <PageBody>
      <Title order={2} mt="md" mb={4}>
        {data === undefined
          ? messages.shared.plugins
          : messages.organizationPluginsPage.pluginsOfName(data.organization.name)}
      </Title>
      <Text c="var(--loupe-muted)" mb="xs">
        {messages.organizationPluginsPage.changeTakesEffect}
      </Text>
      <PluginSwitches organizationId={id} />
    </PageBody>
  );
}
