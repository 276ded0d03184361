import { Alert, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, longDate } from '#core/ui/web/index.ts';
import type { OrganizationPlugin } from '../common/organization-api.ts';
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
        <Alert color="red" icon={<Icon name="warning" />} title="It did not start">
          It is off for everybody until the operator of this installation mends it.
        </Alert>
      ) : undefined}
      {plugin.description === '' ? undefined : <Text>{plugin.description}</Text>}
      <Facts>
        <Fact name="Version">
          {plugin.version} · {plugin.outside ? 'from outside' : 'bundled'}
        </Fact>
        <Fact name="State">{plugin.locked ? 'Always on' : plugin.enabled ? 'On' : plugin.reason}</Fact>
        <Fact name="Requires">
          <PluginLinks ids={plugin.requires} titleOf={titleOf} onOpen={onOpen} />
        </Fact>
        <Fact name="Required by">
          <PluginLinks ids={plugin.requiredBy} titleOf={titleOf} onOpen={onOpen} />
        </Fact>
        <Fact name="Last use">
          {plugin.lastUse === null
            ? 'Not since the server started'
            : `${longDate(plugin.lastUse)}; ${plugin.uses.toLocaleString('en')} calls and jobs of this organization since the server started`}
        </Fact>
      </Facts>
      <PluginFaults faults={plugin.faults} count={plugin.faultCount} note="Super-admins see more of each." />
      <ContributionParts plugin={plugin} />
    </Stack>
  );
}
