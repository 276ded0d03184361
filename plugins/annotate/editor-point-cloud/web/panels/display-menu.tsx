import { Button, Popover, Slider, Stack, Switch, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Icon } from '#core/ui/web/index.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { budgets, pointSizes } from '../cloud-settings.ts';
import { messages } from '../messages.ts';
import { CropFields } from './crop-fields.tsx';

/** Size and number of points, and which part of the scan is drawn. */
export function DisplayMenu({ editor }: { readonly editor: CloudEditor }): JSX.Element {
  const { pointSize } = useSnapshot(editor.preferences);
  const { budget, isolated, software } = useSnapshot(editor.surface.state);
  return (
    <Popover position="bottom-start" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="default" leftSection={<Icon name="adjust" size={14} />}>
          {messages.cloudOptions.display}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack w={240} gap="sm">
          <div>
            <Text size="sm">{messages.cloudOptions.pointSize}</Text>
            <Slider
              thumbLabel={messages.cloudOptions.pointSize}
              {...pointSizes}
              step={0.5}
              value={pointSize}
              onChange={value => editor.prefer({ pointSize: value })}
            />
          </div>
          <div>
            <Text size="sm">{messages.cloudOptions.budget}</Text>
            <Slider
              thumbLabel={messages.cloudOptions.budget}
              min={budgets.min}
              max={budgets.max}
              step={50_000}
              value={budget}
              label={value => value.toLocaleString('en')}
              onChange={value => editor.prefer({ budget: value })}
            />
            {software ? (
              <Text size="xs" c="var(--loupe-muted)">
                {messages.cloudOptions.withoutGraphics}
              </Text>
            ) : undefined}
          </div>
          <CropFields editor={editor} />
          <Switch
            label={messages.cloudOptions.isolate}
            checked={isolated}
            onChange={event => editor.surface.setIsolated(event.currentTarget.checked)}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
