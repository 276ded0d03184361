import { Anchor, Table, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';

interface NameCellProps {
  readonly name: string;
  /** The reason why the job failed. */
  readonly error: string | null;
  readonly onOpen: () => void;
  /** A note below the name. */
  readonly children?: ReactNode;
}

/** The name of what a row opens, and why it failed. */
export function NameCell({ name, error, onOpen, children }: NameCellProps): JSX.Element {
  return (
    <Table.Td>
      <Anchor component="button" size="sm" fw={500} onClick={onOpen}>
        {name}
      </Anchor>
      {error === null ? undefined : (
        <Text size="xs" c="var(--loupe-danger)" role="alert">
          {error}
        </Text>
      )}
      {children}
    </Table.Td>
  );
}
