import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { itemIcon } from '#plugins/workspace/items/web/kit/index.ts';
import type { PreviewedEditor } from './preview-controls.ts';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

interface FileCardProps {
  readonly editor: PreviewedEditor;
  /** Why there is no preview. */
  readonly reason: string;
  readonly onRetry?: () => void;
}

/** Shown in place of a preview: the file to be opened or downloaded. Its classes can be said all the same. */
export function FileCard({ editor, reason, onRetry }: FileCardProps): JSX.Element {
  const { item } = editor;
  const link = {
    component: 'a',
    href: item.url,
    target: '_blank',
    rel: 'noopener noreferrer',
    variant: 'default',
  } as const;
  return (
    <div className={classes['card']} role="status">
      <Icon
        name={itemIcon({
          name: item.name,
          metadata: { path: null, width: null, height: null, size: null, mime: null },
        })}
        size={44}
      />
      <strong className={classes['cardName']}>{item.name}</strong>
      <span>{messages.fileCard.previewNotAvailable}</span>
      <span className={classes['muted']}>{reason}</span>
      {item.url === '' ? undefined : (
        <div className={classes['cardButtons']}>
          <Button {...link} leftSection={<Icon name="link" size={14} />}>
            {messages.fileCard.open}
          </Button>
          <Button {...link} download={item.name} leftSection={<Icon name="download" size={14} />}>
            {messages.fileCard.download}
          </Button>
          {onRetry === undefined ? undefined : (
            <Button variant="default" leftSection={<Icon name="refresh" size={14} />} onClick={onRetry}>
              {messages.fileCard.tryAgain}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
