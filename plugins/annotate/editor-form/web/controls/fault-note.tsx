import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

/** Shown in place of a file that cannot be shown: why, and the way to it. */
export function FaultNote({
  text,
  address,
  onRetry,
}: {
  readonly text: string;
  readonly address: string;
  readonly onRetry: (() => void) | undefined;
}): JSX.Element {
  return (
    <div className={classes['quiet']} role="status">
      {text}{' '}
      <a href={address} target="_blank" rel="noopener noreferrer">
        {messages.faultNote.openIt}
      </a>{' '}
      {onRetry === undefined ? undefined : (
        <Button variant="subtle" size="compact-xs" leftSection={<Icon name="refresh" size={12} />} onClick={onRetry}>
          {messages.shared.tryAgain}
        </Button>
      )}
    </div>
  );
}
