import { Text } from '@mantine/core';
import type { JSX } from 'react';

/** Confirms beside a field that its change was saved by itself. */
export function SavedMark({ shown }: { readonly shown: boolean }): JSX.Element {
  return (
    <Text span size="sm" c="var(--loupe-success)" role="status">
      {shown ? 'Saved.' : ''}
    </Text>
  );
}
