import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { ShortcutDispatcher } from '#core/shortcuts/web/index.ts';
import { Modal, ShortcutKey } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

const SHELL: readonly (readonly [string, string])[] = [
  ['Ctrl+K', messages.shared.searchOrRunACommand],
  ['?', messages.shortcutSheet.thisSheet],
  ['/', messages.shortcutSheet.searchOnThisPage],
  ['Esc', messages.shortcutSheet.clearOrClose],
];

/** Shows the effect of every key here; chords claimed twice are named. */
export function ShortcutSheet({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.shared.keyboardShortcuts} size="lg">
      {opened ? <Sheet /> : undefined}
    </Modal>
  );
}

function Sheet(): JSX.Element {
  const commands = useService(CommandRegistry);
  const shortcuts = useService(ShortcutDispatcher);
  const keys = useKeyMap();
  const { commands: declared } = useSnapshot(commands.state);
  const rows = [
    ...SHELL.map(([chord, title]) => ({ title, chords: [chord] })),
    ...[...declared.values()]
      .filter(each => keys.chords(each.id).length > 0 && commands.offered(each.id))
      .map(each => ({ title: each.title, chords: keys.chords(each.id).map(chord => keys.shown(chord)) })),
  ];
  const conflicts = shortcuts.conflicts();
  return (
    <Stack gap="sm">
      {conflicts.length === 0 ? undefined : (
        <Alert color="yellow" p="xs">
          {messages.shortcutSheet.claimedByMoreThanOneCommand(conflicts.join(', '))}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing={6}>
        {rows.map(row => (
          <Group key={row.title + row.chords.join()} justify="space-between" wrap="nowrap">
            <Text>{row.title}</Text>
            <Group gap={4} wrap="nowrap">
              {row.chords.map(chord => (
                <ShortcutKey key={chord} chord={chord} />
              ))}
            </Group>
          </Group>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
