import { ActionIcon } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Opens the suggestions made for pictures of the project. */
export function SuggestionsButton({ onOpen }: { readonly onOpen: () => void }): JSX.Element {
  return (
    <Tooltip label={messages.shared.suggestions}>
      <ActionIcon size={30} aria-label={messages.shared.suggestions} onClick={onOpen}>
        <Icon name="wand" />
      </ActionIcon>
    </Tooltip>
  );
}
