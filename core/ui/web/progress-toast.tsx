import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { JSX } from 'react';
import { liftToasts } from './lift-toasts.ts';
import { messages } from './messages.ts';

/** A message that stays while long work goes on. */
export interface ProgressToast {
  update(text: string, done: number, total: number): void;
  close(): void;
}

/**
 * Shows above the lower edge how far long work is, with a button that stops it. Closing it leaves the work alone: the
 * jobs menu shows it too.
 */
export function progressToast(text: string, onCancel: () => void): ProgressToast {
  const look = {
    autoClose: false,
    withBorder: true,
    closeButtonProps: { 'aria-label': messages.shared.close },
    role: 'status',
  } as const;
  liftToasts();
  const id = notifications.show({ ...look, message: <Body text={text} value={0} onCancel={onCancel} /> });
  return {
    update: (now, done, total) =>
      notifications.update({
        ...look,
        id,
        message: <Body text={now} value={total === 0 ? 100 : (done / total) * 100} onCancel={onCancel} />,
      }),
    close: () => notifications.hide(id),
  };
}

function Body({
  text,
  value,
  onCancel,
}: {
  readonly text: string;
  readonly value: number;
  readonly onCancel: () => void;
}): JSX.Element {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text>{text}</Text>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onCancel}>
          {messages.shared.cancel}
        </Button>
      </Group>
      <Progress aria-label={messages.progressToast.progress} size="sm" value={value} />
    </Stack>
  );
}
