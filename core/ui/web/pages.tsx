import { Group, Pagination } from '@mantine/core';
import type { JSX } from 'react';
import { messages } from './messages.ts';

const CONTROLS = {
  first: messages.pages.first,
  previous: messages.pages.previous,
  next: messages.pages.next,
  last: messages.pages.last,
} as const;

interface PagesProps {
  readonly total: number;
  readonly value: number;
  readonly onChange: (page: number) => void;
}

/** Links to the pages of a list, counted from 1; nothing where one page holds all. */
export function Pages({ total, value, onChange }: PagesProps): JSX.Element | undefined {
  return total < 2 ? undefined : (
    <Group justify="center" mt="md">
      <Pagination
        total={total}
        value={value}
        onChange={onChange}
        getControlProps={control => ({ 'aria-label': CONTROLS[control] })}
      />
    </Group>
  );
}
