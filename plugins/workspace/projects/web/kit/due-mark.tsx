import type { JSX } from 'react';
import { shortDate, StatusChip } from '#core/ui/web/index.ts';
import { dueState } from '../../common/due-date.ts';
import { messages } from '../messages.ts';

/** Colours of the dot. */
const COLORS = { late: '#d64545', today: '#d08a1d', tomorrow: '#d08a1d', ahead: '#8a929e' } as const;

/** Today as a day such as `2026-12-24`, in the person's zone. */
export function today(now: Date = new Date()): string {
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

/** The due date of a project, with a red dot once it has passed. */
export function DueMark({ due }: { readonly due: string }): JSX.Element {
  const state = dueState(due, today());
  return <StatusChip label={wordsOf(state, due)} color={COLORS[state]} />;
}

function wordsOf(state: keyof typeof COLORS, due: string): string {
  // At noon, so that no zone moves it to another day.
  const day = shortDate(`${due}T12:00:00`);
  switch (state) {
    case 'late':
      return messages.dueMark.late(day);
    case 'today':
      return messages.dueMark.today;
    case 'tomorrow':
      return messages.dueMark.tomorrow;
    case 'ahead':
      return messages.dueMark.due(day);
  }
}
