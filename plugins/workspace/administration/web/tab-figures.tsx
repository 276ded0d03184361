import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { hooksNow } from '#core/base/common/index.ts';
import { EventStream } from '#core/api/web/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useService, WebPluginHost } from '#core/kernel/web/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { messages } from './messages.ts';

/**
 * Shows the resources that the plugins of this tab hold at this moment: numbers that come back when a plugin is
 * switched off and on again.
 */
export function TabFigures(): JSX.Element {
  const [host, commands, keys, events] = [
    useService(WebPluginHost),
    useService(CommandRegistry),
    useService(KeyMap),
    useService(EventStream),
  ];
  const [, count] = useState(0);
  const taps = [...hooksNow().values()];
  const figures: readonly (readonly [string, number])[] = [
    [messages.tabFigures.pluginsAwake, Object.values(host.state.status).filter(each => each === 'active').length],
    [messages.tabFigures.hooks, taps.length],
    [messages.tabFigures.taps, taps.reduce((sum, each) => sum + each.length, 0)],
    [messages.tabFigures.commandsDeclared, commands.state.commands.size],
    [messages.tabFigures.commandsImplemented, commands.implemented],
    [messages.tabFigures.commandsWithKeys, keys.commands.filter(each => each.chords.length > 0).length],
    [messages.tabFigures.listenersToEvents, events.listening],
    [messages.tabFigures.listenersToKeys, keys.listening],
  ];
  return (
    <section aria-labelledby="tab">
      <Group justify="space-between">
        <Title order={2} id="tab">
          {messages.shared.thisTabNow}
        </Title>
        <Button variant="default" size="compact-sm" onClick={() => count(before => before + 1)}>
          {messages.tabFigures.countAgain}
        </Button>
      </Group>
      <Text c="var(--loupe-muted)" mb="sm">
        {messages.tabFigures.whatPluginsHoldInThisTab}
      </Text>
      <Table variant="vertical" layout="fixed" maw={420} aria-label={messages.shared.thisTabNow}>
        <Table.Tbody>
          {figures.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th>{name}</Table.Th>
              <Table.Td ta="right">{value.toLocaleString('en')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
