import { Button, Text } from '@mantine/core';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { Icon } from './icon.tsx';
import { messages } from './messages.ts';
import { useOnlineAgain } from './use-online-again.ts';
import classes from './page.module.css';

/**
 * Shows a failure, its reason, and the way on; it retries by itself when the connection comes back. 403 names the
 * missing right; 404 offers no retry.
 */
export function ErrorPanel({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
}): JSX.Element {
  const text = errorText(error);
  const status = isFault(error) ? error.status : 500;
  useOnlineAgain(onRetry !== undefined, () => onRetry?.());
  return (
    <div className={classes['empty']} role="alert">
      <span className={classes['emptyIcon']}>
        <Icon name={status === 403 ? 'lock' : 'warning'} size={36} />
      </span>
      <Text fw={500} c="var(--loupe-text)">
        {status === 403
          ? messages.errorPanel.youDontHaveAccessToThis
          : status === 404
            ? messages.errorPanel.notHere
            : messages.errorPanel.somethingWentWrong}
      </Text>
      <Text>{text}</Text>
      {onRetry === undefined || status === 404 || status === 403 ? undefined : (
        <Button variant="default" onClick={onRetry}>
          {messages.errorPanel.tryAgain}
        </Button>
      )}
    </div>
  );
}

/** The text of an error for people. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return error.message;
  return messages.errorPanel.somethingWentWrong2;
}
