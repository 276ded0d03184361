import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { TextController } from '../text-controller.ts';
import { Toggle } from '../toggle.tsx';
import classes from '../text.module.css';

/** Finds words or an expression, walks the places found and marks them. */
export function FindBar({ controller }: { readonly controller: TextController }): JSX.Element {
  const { search, context, commands } = controller;
  const state = useSyncExternalStore(
    listener => search.onChange(listener),
    () => search.state,
  );
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const { hits, current, error, busy, pattern } = state;
  const hit = hits[current];
  const close = (): void => {
    search.open(false);
    controller.view.surface.focus({ preventScroll: true });
  };
  const mark = (): void => {
    if (hit === undefined) return;
    if (commands.markHits([hit]) === 0) context.session.notify(messages.findBar.thisPlaceIsMarkedAlready);
    search.step(true);
  };
  const markAll = (): void => {
    const made = commands.markHits(hits);
    context.session.notify(
      made === 0 ? messages.findBar.allThesePlacesAreMarkedAlready : messages.findBar.madePlacesAreMarked(made),
    );
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) mark();
    else if (event.key === 'Enter' || event.key === 'F3') search.step(!event.shiftKey);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const countText =
    error ??
    (pattern === ''
      ? ''
      : busy
        ? '…'
        : hits.length === 0
          ? messages.findBar.none
          : `${(current + 1).toLocaleString('en')} / ${hits.length.toLocaleString('en')}${state.more ? '+' : ''}`);
  return (
    <div className={classes['group']} role="search">
      <input
        ref={field}
        autoFocus
        className={classes['find']}
        aria-label={messages.shared.findInTheText}
        aria-invalid={error !== undefined}
        placeholder={messages.findBar.find}
        value={pattern}
        onChange={event => search.ask({ pattern: event.target.value })}
        onKeyDown={press}
      />
      <Toggle
        label={messages.shared.matchCase}
        pressed={state.exactCase}
        onClick={() => search.ask({ exactCase: !state.exactCase })}
      >
        {messages.findBar.aa}
      </Toggle>
      <Toggle
        label={messages.shared.wholeWords}
        pressed={state.wholeWords}
        onClick={() => search.ask({ wholeWords: !state.wholeWords })}
      >
        “ ”
      </Toggle>
      <Toggle
        label={messages.findBar.regularExpression}
        pressed={state.isExpression}
        onClick={() => search.ask({ isExpression: !state.isExpression })}
      >
        .*
      </Toggle>
      <span className={classes['figures']} role="status" data-tone={error === undefined ? undefined : 'danger'}>
        {countText}
      </span>
      <Toggle
        label={messages.findBar.previousPlaceFoundShiftEnter}
        disabled={hits.length === 0}
        onClick={() => search.step(false)}
      >
        <Icon name="up" size={14} />
      </Toggle>
      <Toggle
        label={messages.findBar.nextPlaceFoundEnter}
        disabled={hits.length === 0}
        onClick={() => search.step(true)}
      >
        <Icon name="down" size={14} />
      </Toggle>
      {context.session.readOnly ? undefined : (
        <>
          <Toggle label={messages.findBar.markThisPlaceAndGo} disabled={hit === undefined} onClick={mark}>
            {messages.shared.mark}
          </Toggle>
          <Toggle label={messages.findBar.markAllPlacesFound} disabled={hits.length === 0} onClick={markAll}>
            {messages.findBar.all}
          </Toggle>
        </>
      )}
      <Toggle label={messages.findBar.closeTheSearchEsc} onClick={close}>
        <Icon name="close" size={14} />
      </Toggle>
    </div>
  );
}
