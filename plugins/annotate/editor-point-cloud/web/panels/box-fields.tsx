import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Tooltip } from '#core/ui/web/index.ts';
import { useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Box } from '../../common/geometry/box.ts';
import { normalAngle, SMALLEST_SIDE } from '../../common/geometry/box.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { keyScope } from '../cloud-keys.ts';
import { FIELDS_HEIGHT } from '../cloud-stage.ts';
import { messages } from '../messages.ts';
import classes from './cloud.module.css';

const DEGREE = Math.PI / 180;

/** Place, size and heading of the selected box in numbers, at rest: while it is dragged, its views show its size. */
export function BoxFields({
  editor,
  width,
}: {
  readonly editor: CloudEditor;
  readonly width: number;
}): JSX.Element | undefined {
  const keys = useKeyMap();
  useSessionScene(editor.session);
  useSyncExternalStore(editor.onView, () => `${editor.state.frame} ${editor.data.chunks.length}`);
  const { box } = editor.commands;
  if (box === undefined) return undefined;
  const disabled = editor.session.readOnly || box.locked === true;
  const count = editor.commands.countIn(box);
  const set = (change: Partial<Box>): void =>
    editor.commands.setBox(messages.boxFields.setField, { ...box, ...change });
  const field = (label: string, value: number, step: number, change: (value: number) => Partial<Box>): JSX.Element => (
    <NumberInput
      key={label}
      size="xs"
      label={label}
      value={Math.round(value * 1000) / 1000}
      step={step}
      decimalScale={3}
      disabled={disabled}
      onChange={entered => {
        if (typeof entered === 'number' && Math.abs(entered - value) > 5e-4) set(change(entered));
      }}
    />
  );
  const { position, size, rotation } = box;
  const side = (value: number): number => Math.max(SMALLEST_SIDE, value);
  return (
    <section className={classes['fields']} style={{ width, height: FIELDS_HEIGHT }} aria-label={messages.boxFields.box}>
      <div className={classes['grid']}>
        {(['x', 'y', 'z'] as const).map(axis =>
          field(`${axis.toUpperCase()} (m)`, position[axis], 0.05, value => ({
            position: { ...position, [axis]: value },
          })),
        )}
        {field(messages.boxFields.length, size.x, 0.05, value => ({ size: { ...size, x: side(value) } }))}
        {field(messages.boxFields.width, size.y, 0.05, value => ({ size: { ...size, y: side(value) } }))}
        {field(messages.boxFields.height, size.z, 0.05, value => ({ size: { ...size, z: side(value) } }))}
        {field(messages.boxFields.yaw, rotation.z / DEGREE, 1, value => ({
          rotation: { ...rotation, z: normalAngle(value * DEGREE) },
        }))}
      </div>
      <Group gap="xs" mt={8}>
        <Tooltip label={keys.titled(messages.shared.flipHeading, `${keyScope}.flip`)}>
          <Button size="compact-xs" variant="default" disabled={disabled} onClick={() => editor.commands.flip()}>
            {messages.boxFields.flip}
          </Button>
        </Tooltip>
        <Button size="compact-xs" variant="default" disabled={disabled} onClick={() => editor.commands.fit()}>
          {messages.boxFields.fit}
        </Button>
        {count === undefined ? undefined : (
          <Text c="var(--loupe-muted)" className={classes['figures']!}>
            {messages.boxFields.points(count.toLocaleString('en'))}
          </Text>
        )}
      </Group>
    </section>
  );
}
