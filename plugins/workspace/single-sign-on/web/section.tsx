import { Text, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';

/** One step of the page with its heading. */
export function Section({
  title,
  help,
  children,
}: {
  readonly title: string;
  readonly help?: string;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <section aria-label={title}>
      <Title order={2} mb={4}>
        {title}
      </Title>
      {help === undefined ? undefined : (
        <Text c="var(--loupe-muted)" mb="sm">
          {help}
        </Text>
      )}
      {children}
    </section>
  );
}
