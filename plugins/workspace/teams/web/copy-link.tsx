import { Button, CopyButton } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

/** Copies a text and says so for two seconds. */
export function CopyLink({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />} onClick={copy}>
          {copied ? messages.copyLink.copied : label}
        </Button>
      )}
    </CopyButton>
  );
}
