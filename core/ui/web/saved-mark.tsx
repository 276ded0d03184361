import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { messages } from './messages.ts';

/** Confirms beside a field that its change was saved by itself. */
export function SavedMark({ shown }: { readonly shown: boolean }): JSX.Element {
  return (
    <Text span size="sm" c="var(--loupe-success)" role="status">
      {shown ? messages.savedMark.saved : ''}
    </Text>
  );
}
