import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX, KeyboardEvent, RefObject } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { contributorsApi, projectKeys } from '#plugins/workspace/projects/common/index.ts';
import type { MentionedPerson } from '../../common/mention-completion.ts';
import { completeMention, completions, mentionAt } from '../../common/mention-completion.ts';
import { messages } from '../messages.ts';
import classes from './panels.module.css';

const MOST = 6;

/** The people of a project whom a comment can mention; none for those who may not see them. */
export function useMentionable(projectId: number): readonly MentionedPerson[] {
  const transport = useService(Transport);
  const sees = useCan('ListItemAssignment');
  const { data } = useQuery({
    queryKey: [...projectKeys.contributors(projectId), 'mentionable'],
    queryFn: () =>
      client(contributorsApi, transport).listContributors({
        params: { project_id: projectId },
        query: { limit: 2000 },
      }),
    enabled: sees,
    staleTime: 60_000,
  });
  return (data?.data ?? []).map(({ email, first_name: first, last_name: last }) => ({
    email,
    name: `${first} ${last}`.trim(),
  }));
}

/** Completes `@name` in a field of text: the list to draw, and the keys it takes before the field does. */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  people: readonly MentionedPerson[],
  { text, change }: { readonly text: string; readonly change: (text: string) => void },
): {
  readonly list: JSX.Element | undefined;
  /** Follows the caret. */
  readonly follow: () => void;
  /** True when the key was for the list. */
  readonly press: (event: KeyboardEvent) => boolean;
} {
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [dismissed, setDismissed] = useState<number>();
  const mention = mentionAt(text, Math.min(caret, text.length));
  const found = mention === undefined || mention.at === dismissed ? [] : completions(people, mention.typed, MOST);
  const place = Math.min(active, found.length - 1);
  const follow = (): void => {
    setCaret(field.current?.selectionStart ?? 0);
    setActive(0);
  };
  const choose = (person: MentionedPerson | undefined): void => {
    if (mention === undefined || person === undefined) return;
    const done = completeMention(text, mention, person, people);
    change(done.text);
    setCaret(done.caret);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(done.caret, done.caret);
    });
  };
  const press = (event: KeyboardEvent): boolean => {
    if (found.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Enter' || event.key === 'Tab') choose(found[place]);
    else if (event.key === 'ArrowDown') setActive((place + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive((place - 1 + found.length) % found.length);
    else if (event.key === 'Escape') setDismissed(mention?.at);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    follow,
    press,
    list:
      found.length === 0 ? undefined : (
        <ul className={classes['mentions']} role="listbox" aria-label={messages.useMentions.people}>
          {found.map((person, index) => (
            <li key={person.email} role="option" aria-selected={index === place}>
              <UnstyledButton
                tabIndex={-1}
                className={classes['mention']}
                data-active={index === place || undefined}
                // The field keeps the keyboard.
                onMouseDown={event => event.preventDefault()}
                onClick={() => choose(person)}
              >
                {person.name === '' ? person.email : person.name}
                {person.name === '' ? undefined : <span className={classes['address']}>{person.email}</span>}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ),
  };
}
