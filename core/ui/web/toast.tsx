import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { isFault } from '#core/base/common/index.ts';
import { errorText } from './error-panel.tsx';
import { liftToasts } from './lift-toasts.ts';
import { messages } from './messages.ts';

/** The message that is shown. */
let shown: string | undefined;

/** A short message above the lower edge, in place of the one before; with `undo`, a button that takes it back. */
export function toast(
  text: string,
  options: {
    readonly tone?: 'info' | 'success' | 'error';
    readonly undo?: () => void;
    readonly action?: { readonly label: string; readonly run: () => void };
  } = {},
): void {
  const action = options.undo === undefined ? options.action : { label: messages.toast.undo, run: options.undo };
  if (shown !== undefined) notifications.hide(shown);
  liftToasts();
  const id = notifications.show({
    message:
      action === undefined ? (
        text
      ) : (
        <Group justify="space-between" wrap="nowrap" gap="md">
          <Text>{text}</Text>
          <Button
            variant="subtle"
            size="compact-xs"
            flex="none"
            onClick={() => {
              notifications.hide(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        </Group>
      ),
    color: options.tone === 'error' ? 'red' : options.tone === 'success' ? 'teal' : 'loupe',
    autoClose: options.tone === 'error' || action !== undefined ? 10_000 : 4_000,
    withBorder: true,
    closeButtonProps: { 'aria-label': messages.shared.close },
    role: options.tone === 'error' ? 'alert' : 'status',
  });
  shown = id;
}

/** Shows an error's text for people. Of a trial that has ended the notice above every page informs them. */
export function toastError(error: unknown): void {
  if (isFault(error) && error.code === 'TRIAL_EXPIRED') return;
  toast(errorText(error), { tone: 'error' });
}
