import { Group, Skeleton, Text, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { ErrorPanel } from '#core/ui/web/index.ts';
import classes from '../analytics.module.css';

interface SectionProps<Data> {
  readonly title: string;
  readonly hint?: string;
  readonly loaded: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => unknown };
  /** Height of the place while it loads, in pixels. */
  readonly height?: number;
  /** Controls at the right of the title. */
  readonly controls?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A part of a page of figures with its own loading and error. */
export function Section<Data>({
  title,
  hint,
  loaded,
  height = 180,
  controls,
  children,
}: SectionProps<Data>): JSX.Element {
  return (
    <section className={classes['section']} aria-label={title}>
      <Group justify="space-between" wrap="nowrap" mih={30} mb={6}>
        <Group gap="xs" align="baseline" wrap="nowrap" miw={0}>
          <Title order={2}>{title}</Title>
          {hint === undefined ? undefined : (
            <Text size="xs" c="var(--loupe-muted)" truncate>
              {hint}
            </Text>
          )}
        </Group>
        <Group gap="xs" wrap="nowrap">
          {controls}
        </Group>
      </Group>
      {loaded.data !== undefined ? (
        children(loaded.data)
      ) : loaded.error !== null ? (
        <ErrorPanel error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : (
        <Skeleton h={height} />
      )}
    </section>
  );
}
