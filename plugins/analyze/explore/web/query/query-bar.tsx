import { CloseButton, TextInput } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { describedBy, Icon } from '#core/ui/web/index.ts';
import type { QueryProblem } from '../../common/query/expression.ts';
import type { Typed } from '../../common/query/typing.ts';
import { taken } from '../../common/query/typing.ts';
import classes from '../explore.module.css';
import { messages } from '../messages.ts';
import { OfferList } from './offer-list.tsx';
import { QueryProblems } from './query-problems.tsx';
import { useOffers } from './use-offers.ts';
import { useQueryWarnings } from './use-query-warnings.ts';

interface QueryBarProps {
  readonly projectId: number;
  /** The query that was run. */
  readonly query: string;
  /** A query to be looked at before it is run; another one takes the place of what was typed. */
  readonly draft?: { readonly query: string } | undefined;
  /** Its problems. */
  readonly problems: readonly QueryProblem[];
  readonly onRun: (query: string) => void;
}

/**
 * The field in which a query is written: it offers possible texts at the caret, runs by Enter and shows problems and
 * warnings under their place.
 */
export function QueryBar({ projectId, query, draft, problems, onRun }: QueryBarProps): JSX.Element {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed>({ text: query, caret: query.length });
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const placed = useRef<number>(undefined);
  const [seen, setSeen] = useState(query);
  if (seen !== query) {
    setSeen(query);
    // A query that came from elsewhere, such as a saved one, takes the place of what was typed.
    if (typed.text.trim() !== query) setTyped({ text: query, caret: query.length });
  }
  const [seenDraft, setSeenDraft] = useState(draft);
  if (seenDraft !== draft) {
    setSeenDraft(draft);
    if (draft !== undefined) setTyped({ text: draft.query, caret: draft.query.length });
  }
  const offers = useOffers(projectId, typed, open);
  const shown = offers?.suggestions ?? [];
  const at = Math.min(active, shown.length - 1);

  useLayoutEffect(() => {
    if (placed.current !== undefined) field.current?.setSelectionRange(placed.current, placed.current);
    placed.current = undefined;
  }, [typed]);

  const write = (next: Typed, offering: boolean): void => {
    setTyped(next);
    setActive(-1);
    setOpen(offering);
  };
  const take = (index: number): void => {
    const offer = shown[index];
    if (offers === undefined || offer === undefined) return;
    const next = taken(typed, offers, offer.text);
    placed.current = next.caret;
    write(next, true);
    field.current?.focus();
  };
  const run = (text: string): void => {
    setTyped({ text, caret: text.length });
    setOpen(false);
    onRun(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey } = event;
    const listed = open && shown.length > 0;
    if (key === ' ' && (ctrlKey || metaKey)) setOpen(true);
    else if (key === 'ArrowDown' && listed) setActive((at + 1) % shown.length);
    else if (key === 'ArrowDown') setOpen(true);
    else if (key === 'ArrowUp' && listed) setActive(at <= 0 ? shown.length - 1 : at - 1);
    else if (key === 'Tab' && listed && !event.shiftKey) take(Math.max(0, at));
    else if (key === 'Enter' && listed && at >= 0) take(at);
    else if (key === 'Enter') run(typed.text);
    // Also what is about to be offered: who closes it does not mean to clear the query.
    else if (key === 'Escape' && open && (listed || offers === undefined)) setOpen(false);
    else if (key === 'Escape' && typed.text !== '') run('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const warnings = useQueryWarnings(projectId, query, problems.length === 0);
  const still = typed.text.trim() === query;
  const shownProblems = still ? problems : [];
  const shownWarnings = still ? warnings : [];
  const described = shownProblems.length > 0 || shownWarnings.length > 0;

  return (
    <div className={classes['query']}>
      <TextInput
        ref={field}
        data-search-box
        aria-label={messages.queryBar.query}
        placeholder={messages.queryBar.askInEnglishOrWrite}
        spellCheck={false}
        autoComplete="off"
        error={shownProblems.length > 0}
        classNames={{ input: classes['queryText'] ?? '' }}
        value={typed.text}
        leftSection={<Icon name="search" size={14} />}
        rightSection={
          typed.text === '' ? undefined : (
            <CloseButton
              size="xs"
              aria-label={messages.shared.clearQuery}
              onClick={() => {
                run('');
                field.current?.focus();
              }}
            />
          )
        }
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open && shown.length > 0}
        aria-controls={`${id}-offers`}
        {...(at >= 0 && open ? { 'aria-activedescendant': `${id}-${at}` } : {})}
        {...describedBy(described ? `${id}-problems` : undefined)}
        onChange={event =>
          write(
            {
              text: event.currentTarget.value,
              caret: event.currentTarget.selectionStart ?? event.currentTarget.value.length,
            },
            true,
          )
        }
        onSelect={event => {
          const caret = event.currentTarget.selectionStart ?? typed.text.length;
          if (caret !== typed.caret) setTyped({ text: typed.text, caret });
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {open && shown.length > 0 ? <OfferList id={id} offers={shown} active={at} onTake={take} /> : undefined}
      {described ? (
        <QueryProblems
          id={`${id}-problems`}
          query={query}
          refused={shownProblems.length > 0}
          problems={shownProblems.length > 0 ? shownProblems : shownWarnings}
          onCure={run}
        />
      ) : undefined}
    </div>
  );
}
