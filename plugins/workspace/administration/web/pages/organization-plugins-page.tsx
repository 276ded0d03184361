import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { PageBody } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { PluginSwitches } from '../plugin-switches.tsx';

/** The plugins of one organization, for its owner. */
export default function PluginsPage(): JSX.Element {
  return (
    <PageBody>
      <Text c="var(--loupe-muted)" mb="xs">
        {messages.organizationPluginsPage.changeTakesEffect}
      </Text>
      <PluginSwitches organizationId={Number(useParams()['organizationId'])} />
    </PageBody>
  );
}
