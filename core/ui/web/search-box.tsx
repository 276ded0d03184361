import { CloseButton, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from './icon.tsx';
import { messages } from './messages.ts';

/** Search field of a page; `/` focuses it, `Esc` clears it. */
export function SearchBox({
  value,
  onChange,
  label = messages.searchBox.search,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
}): JSX.Element {
  return (
    <TextInput
      data-search-box
      aria-label={label}
      placeholder={label}
      value={value}
      w={220}
      leftSection={<Icon name="search" size={14} />}
      rightSection={
        value === '' ? undefined : (
          <CloseButton size="xs" aria-label={messages.searchBox.clear} onClick={() => onChange('')} />
        )
      }
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key === 'Escape' && value !== '') {
          event.stopPropagation();
          onChange('');
        }
      }}
    />
  );
}
