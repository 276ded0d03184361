import { ActionIcon, Button, Group, Loader, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { OpenWork } from '#plugins/annotate/editor/web/kit/open-item.ts';
import { useOpenItem, useSessionScene } from '#plugins/annotate/editor/web/kit/use-open-item.ts';
import { DictionaryClient } from '../dictionary/dictionary-client.ts';
import { DictionaryDialog } from '../dictionary/dictionary-dialog.tsx';
import { useController } from '../use-text-controller.ts';
import type { Suggestion } from '../suggest/text-suggestions.ts';
import type { TextController } from '../text-controller.ts';
import { keyScope } from '../text-keys.ts';
import classes from './suggestions.module.css';

/** What the project's dictionary suggests for the open text. */
export default function SuggestionsPanel(): JSX.Element | undefined {
  const work = useOpenItem();
  const controller = useController(work?.editor);
  return work === undefined || controller === undefined ? undefined : (
    <Suggestions work={work} controller={controller} />
  );
}

function Suggestions({
  work: { session, opened },
  controller,
}: {
  readonly work: OpenWork;
  readonly controller: TextController;
}): JSX.Element {
  const { suggestions, context } = controller;
  const client = useService(DictionaryClient);
  const keys = useKeyMap();
  const { editing } = useSnapshot(client.state);
  const state = useSyncExternalStore(
    listener => suggestions.onChange(listener),
    () => suggestions.state,
  );
  useSyncExternalStore(
    listener => session.subscribe(listener),
    () => session.classes,
  );
  useSessionScene(session);
  const [filter, setFilter] = useState('');
  const [classId, setClassId] = useState<number>();
  const { open } = suggestions;
  const counts = useMemo(() => countsOf(open), [open]);
  const only = counts.some(each => each.owner.id === classId) ? classId : undefined;
  const wanted = filter.trim().toLowerCase();
  const shown = useMemo(
    () =>
      open.filter(
        each =>
          (only === undefined || each.owner.id === only) &&
          (wanted === '' || context.text.slice(each.start, each.end).toLowerCase().includes(wanted)),
      ),
    [open, only, wanted, context],
  );
  const titled = (title: string, key: string): string => keys.titled(title, `${keyScope}.${key}`);
  /** Keys go on in the text. */
  const back = (): void => controller.view.surface.focus({ preventScroll: true });

  return (
    <>
      <Group gap={6} p={8} wrap="nowrap" className={classes['bar']}>
        {state.busy ? (
          <Button
            size="xs"
            flex={1}
            variant="default"
            leftSection={<Loader size={12} />}
            onClick={() => suggestions.cancel()}
          >
            Cancel
          </Button>
        ) : (
          <Button
            size="xs"
            flex={1}
            variant={open.length > 0 ? 'default' : 'filled'}
            leftSection={<Icon name="magic" size={14} />}
            title={titled('Apply the dictionary', 'apply-dictionary')}
            onClick={() => {
              controller.applyDictionary();
              back();
            }}
          >
            Apply dictionary
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => client.edit(true)}>
          Dictionary…
        </Button>
      </Group>
      {state.error === undefined ? undefined : (
        <div className={classes['error']} role="alert">
          {state.error}{' '}
          <button type="button" className={classes['link']} onClick={() => void suggestions.apply()}>
            Try again
          </button>
        </div>
      )}
      {open.length === 0 ? (
        <div className={classes['empty']} role="status">
          {state.busy
            ? 'Looking for the terms…'
            : state.applied
              ? 'Nothing left to suggest.'
              : 'The dictionary suggests spans for words you mark often. Nothing is saved until you accept it.'}
          {suggestions.rejectedCount > 0 && state.applied ? (
            <>
              <br />
              <button type="button" className={classes['link']} onClick={() => suggestions.restoreRejected()}>
                Suggest the {suggestions.rejectedCount.toLocaleString('en')} rejected again
              </button>
            </>
          ) : undefined}
        </div>
      ) : (
        <>
          <div className={classes['counts']} role="group" aria-label="Classes">
            {counts.map(({ owner, count }) => (
              <button
                key={owner.id}
                type="button"
                className={classes['count']}
                aria-pressed={owner.id === only}
                onClick={() => setClassId(owner.id === only ? undefined : owner.id)}
              >
                <span className={classes['swatch']} style={{ background: owner.color }} />
                {owner.name}
                <span className={classes['muted']}>{count.toLocaleString('en')}</span>
              </button>
            ))}
          </div>
          <Group gap={6} px={8} pb={6} wrap="nowrap" className={classes['bar']}>
            <TextInput
              size="xs"
              flex={1}
              aria-label="Filter suggestions"
              placeholder="Filter"
              value={filter}
              leftSection={<Icon name="filter" size={14} />}
              onChange={event => setFilter(event.currentTarget.value)}
            />
            {session.readOnly ? undefined : (
              <Button
                size="xs"
                variant="default"
                disabled={shown.length === 0}
                title={
                  shown.length === open.length ? titled('Accept all', 'accept-all') : 'Accept those that are listed'
                }
                onClick={() => {
                  suggestions.acceptAll(shown);
                  back();
                }}
              >
                Accept {shown.length.toLocaleString('en')}
                {state.more && shown.length === open.length ? '+' : ''}
              </Button>
            )}
            <Tooltip label="Clear">
              <ActionIcon
                aria-label="Clear the suggestions"
                onClick={() => {
                  suggestions.clear();
                  back();
                }}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </Tooltip>
          </Group>
          {shown.length === 0 ? (
            <div className={classes['empty']}>No suggestion matches “{filter}”.</div>
          ) : (
            <Lines controller={controller} shown={shown} onBack={back} />
          )}
          <div className={classes['foot']}>
            {session.readOnly ? (
              <span>This item is read-only.</span>
            ) : (
              <span>
                {[
                  ['accept', 'accepts'],
                  ['reject', 'rejects'],
                  ['accept-same', 'accepts all same'],
                ]
                  .map(
                    ([key, what]) =>
                      `${keys
                        .chords(`${keyScope}.${key!}`)
                        .slice(0, 1)
                        .map(chord => keys.shown(chord))
                        .join('')} ${what}`,
                  )
                  .join(' · ')}
              </span>
            )}
            {suggestions.rejectedCount > 0 ? (
              <button type="button" className={classes['link']} onClick={() => suggestions.restoreRejected()}>
                {suggestions.rejectedCount.toLocaleString('en')} rejected: suggest again
              </button>
            ) : undefined}
            {state.more ? <span>There are more; apply the dictionary again when these are done.</span> : undefined}
          </div>
        </>
      )}
      <DictionaryDialog
        projectId={opened.project.id}
        known={session.classes}
        opened={editing}
        onClose={() => {
          client.edit(false);
        }}
        onSaved={() => {
          if (suggestions.state.applied) void suggestions.apply();
        }}
      />
    </>
  );
}

function Lines({
  controller: { suggestions, context },
  shown,
  onBack,
}: {
  readonly controller: TextController;
  readonly shown: readonly Suggestion[];
  readonly onBack: () => void;
}): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 28,
    overscan: 12,
  });
  const { current } = suggestions.state;
  const at = shown.findIndex(each => each.name === current);
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [at]);
  const act = (work: () => void): void => {
    work();
    onBack();
  };
  return (
    <div ref={scroller} className={classes['scroll']} role="list" aria-label="Suggestions">
      <div className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const suggestion = shown[index]!;
          const words = context.text.slice(suggestion.start, suggestion.end).replaceAll(/\s+/g, ' ');
          return (
            <div
              key={suggestion.name}
              role="listitem"
              className={classes['line']}
              data-current={suggestion.name === current}
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                className={classes['choose']}
                aria-current={suggestion.name === current}
                onClick={() => act(() => suggestions.choose(suggestion.name))}
              >
                <span className={classes['swatch']} style={{ background: suggestion.owner.color }} />
                <bdi className={classes['words']}>{words}</bdi>
                <span className={classes['muted']}>{suggestion.owner.name}</span>
              </button>
              {context.session.readOnly ? undefined : (
                <>
                  <button
                    type="button"
                    className={classes['icon']}
                    aria-label={`Accept ${words}`}
                    title="Accept"
                    onClick={() => act(() => suggestions.accept(suggestion))}
                  >
                    <Icon name="check" size={14} />
                  </button>
                  <button
                    type="button"
                    className={classes['icon']}
                    aria-label={`Reject ${words}`}
                    title="Reject"
                    onClick={() => act(() => suggestions.reject(suggestion))}
                  >
                    <Icon name="close" size={14} />
                  </button>
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface ClassCount {
  readonly owner: Suggestion['owner'];
  readonly count: number;
}

/** How many there are of each class, the most first. */
function countsOf(open: readonly Suggestion[]): readonly ClassCount[] {
  const counts = new Map<number, { owner: Suggestion['owner']; count: number }>();
  for (const { owner } of open) {
    const known = counts.get(owner.id);
    if (known === undefined) counts.set(owner.id, { owner, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count || one.owner.order - other.owner.order);
}
