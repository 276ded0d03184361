import { Alert, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, longDate } from '#core/ui/web/index.ts';
import { PluginFaults } from './plugin-faults.tsx';
import { ContributionParts, Fact, Facts, PluginLinks } from './plugin-parts.tsx';
import type { InstalledPlugin } from '../common/plugins-api.ts';
import { messages } from './messages.ts';

/** All that is known of one plugin. `titleOf` gives the title of another, `onOpen` leads to it. */
export function PluginDetails({
  plugin,
  titleOf,
  onOpen,
}: {
  readonly plugin: InstalledPlugin;
  readonly titleOf: (id: string) => string;
  readonly onOpen: (id: string) => void;
}): JSX.Element {
  const { on, off } = plugin.choices;
  return (
    <Stack gap="lg">
      {plugin.failed ? (
        <Alert color="red" icon={<Icon name="warning" />} title={messages.shared.itDidNotStart}>
          {messages.pluginDetails.reasonOffForEverybody(
            plugin.faults.findLast(each => each.side === 'server')?.message ?? '',
          )}
        </Alert>
      ) : undefined}
      {plugin.description === '' ? undefined : <Text>{plugin.description}</Text>}
      <Facts>
        <Fact name={messages.pluginDetails.version}>
          {plugin.version} ·{' '}
          {plugin.folder === null ? messages.shared.bundled : messages.pluginDetails.fromOutside(plugin.folder)}
        </Fact>
        <Fact name={messages.pluginDetails.state}>
          {plugin.locked
            ? messages.shared.alwaysOn
            : plugin.enabled
              ? messages.pluginDetails.onByDefault
              : plugin.reason}
          {on + off === 0
            ? ''
            : `; ${[on > 0 ? messages.pluginDetails.choseOn(on) : '', off > 0 ? messages.pluginDetails.choseOff(off) : ''].filter(each => each !== '').join(', ')}`}
        </Fact>
        <Fact name={messages.pluginDetails.requires}>
          <PluginLinks ids={plugin.requires} titleOf={titleOf} onOpen={onOpen} />
        </Fact>
        <Fact name={messages.shared.requiredBy}>
          <PluginLinks ids={plugin.requiredBy} titleOf={titleOf} onOpen={onOpen} />
        </Fact>
        <Fact name={messages.shared.lastUse}>
          {plugin.lastUse === null
            ? messages.shared.notSinceTheServerStarted
            : messages.pluginDetails.longDate(longDate(plugin.lastUse), plugin.uses)}
        </Fact>
      </Facts>
      <PluginFaults faults={plugin.faults} count={plugin.faultCount} />
      <ContributionParts plugin={plugin} />
    </Stack>
  );
}
