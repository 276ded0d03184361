import { Alert, Button, Stack, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';

/** A form on the card of signing in: its title, its fields, what went wrong, the button that sends it, other ways. */
export function CardForm({
  title,
  note,
  problem,
  action,
  busy,
  ready,
  onSubmit,
  children,
  footer,
}: {
  /** Absent where the form continues another. */
  readonly title?: string;
  /** Line below the title. */
  readonly note: string;
  /** Text of the error of the last try. */
  readonly problem: string | undefined;
  readonly action: string;
  readonly busy: boolean;
  /** False while a field is missing or wrong. */
  readonly ready: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  /** Ways to go on without sending it. */
  readonly footer?: ReactNode;
}): JSX.Element {
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="md">
        <div>
          {title === undefined ? undefined : (
            <Text component="h1" fw={600}>
              {title}
            </Text>
          )}
          <Text c="var(--loupe-muted)">{note}</Text>
        </div>
        {children}
        {problem === undefined ? undefined : (
          <Alert color="red" variant="light" p="xs" role="alert">
            {problem}
          </Alert>
        )}
        <Button size="sm" type="submit" loading={busy} disabled={!ready}>
          {action}
        </Button>
        {footer}
      </Stack>
    </form>
  );
}
