import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/**
 * A text that is typed and moves a value once it stands still; another value takes its place.
 * @returns the value in the field, and how it is typed into
 */
export function useTyped(value: string, onSettle: (text: string) => void): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState({ text: value, of: value });
  const typed = draft.of === value ? draft.text : value;
  const settled = useDebounced(typed);
  const settle = useEffectEvent(() => {
    if (settled === typed && settled !== value) onSettle(settled);
  });
  useEffect(() => settle(), [settled]);
  return [typed, text => setDraft({ text, of: value })];
}
