import { Alert, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, longDate } from '#core/ui/web/index.ts';
import type { OrganizationPlugin } from '../common/organization-api.ts';
import { messages } from './messages.ts';
import { PluginFaults } from './plugin-faults.tsx';
import { ContributionParts, Fact, Facts, PluginLinks } from './plugin-parts.tsx';

/** All that an organization may know of one plugin. `titleOf` gives the title of another, `onOpen` leads to it. */
export function OrganizationPluginDetails({
  plugin,
  titleOf,
  onOpen,
}: {
  readonly plugin: OrganizationPlugin;
  readonly titleOf: (id: string) => string;
  readonly onOpen: (id: string) => void;
}): JSX.Element {
  return (
    <Stack gap="lg">
      {plugin.failed ? (
        <Alert color="red" icon={<Icon name="warning" />} title={messages.shared.itDidNotStart}>
          {messages.organizationPluginDetails.itIsOffForEverybody}
        </Alert>
      ) : undefined}
      {plugin.description === '' ? undefined : <Text>{plugin.description}</Text>}
      <Facts>
        <Fact name={messages.organizationPluginDetails.version}>
          {plugin.version} · {plugin.outside ? messages.organizationPluginDetails.fromOutside : messages.shared.bundled}
        </Fact>
        <Fact name={messages.organizationPluginDetails.state}>
          {plugin.locked ? messages.shared.alwaysOn : plugin.enabled ? messages.shared.on : plugin.reason}
        </Fact>
        <Fact name={messages.organizationPluginDetails.requires}>
          <PluginLinks ids={plugin.requires} titleOf={titleOf} onOpen={onOpen} />
        </Fact>
        <Fact name={messages.shared.requiredBy}>
          <PluginLinks ids={plugin.requiredBy} titleOf={titleOf} onOpen={onOpen} />
        </Fact>
        <Fact name={messages.shared.lastUse}>
          {plugin.lastUse === null
            ? messages.shared.notSinceTheServerStarted
            : messages.organizationPluginDetails.longDate(longDate(plugin.lastUse), plugin.uses)}
        </Fact>
      </Facts>
      <PluginFaults
        faults={plugin.faults}
        count={plugin.faultCount}
        note={messages.organizationPluginDetails.superAdminsSeeMoreOfEach}
      />
      <ContributionParts plugin={plugin} />
    </Stack>
  );
}
