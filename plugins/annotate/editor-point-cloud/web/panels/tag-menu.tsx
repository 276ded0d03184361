import { Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { messages } from '../messages.ts';

/** The tags of the item. */
export function TagMenu({ editor }: { readonly editor: CloudEditor }): JSX.Element {
  const { session, commands } = editor;
  useSessionScene(session);
  const known = useSyncExternalStore(
    listener => session.subscribe(listener),
    () => session.classes,
  ).filter(each => each.type === ClassType.Tag);
  const given = new Set(session.scene.instances.filter(each => each.type === 'tag').map(each => each.classId));
  return (
    <Popover position="bottom-start" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="default" leftSection={<Icon name="tag" size={14} />}>
          {messages.shared.tags}
          {given.size > 0 ? ` (${given.size})` : ''}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" miw={160}>
          {known.length === 0 ? <Text size="sm">{messages.cloudOptions.noTagClasses}</Text> : undefined}
          {known.map(each => (
            <Checkbox
              key={each.id}
              label={each.name}
              checked={given.has(each.id)}
              disabled={session.readOnly}
              onChange={() => commands.toggleTag(each)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
