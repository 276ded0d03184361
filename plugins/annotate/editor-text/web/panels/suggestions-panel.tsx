import { ActionIcon, Button, Group, Loader, TextInput } from '@mantine/core';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { useOpenItem, useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import { DictionaryClient } from '../dictionary/dictionary-client.ts';
import { DictionaryDialog } from '../dictionary/dictionary-dialog.tsx';
import { messages } from '../messages.ts';
import { useController } from '../use-text-controller.ts';
import type { TextController } from '../text-controller.ts';
import { keyScope } from '../text-keys.ts';
import classes from './suggestions.module.css';
import { ClassCounts } from './class-counts.tsx';
import { countsOf } from './count-classes.ts';
import { SuggestionLines } from './suggestion-lines.tsx';
import { SuggestionsFoot } from './suggestions-foot.tsx';

/** Lists the suggestions of the project's dictionary for the open text. */
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
            {messages.suggestionsPanel.cancel}
          </Button>
        ) : (
          <Button
            size="xs"
            flex={1}
            variant={open.length > 0 ? 'default' : 'filled'}
            leftSection={<Icon name="magic" size={14} />}
            title={titled(messages.shared.applyTheDictionary, 'apply-dictionary')}
            onClick={() => {
              controller.applyDictionary();
              back();
            }}
          >
            {messages.suggestionsPanel.applyDictionary}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => client.edit(true)}>
          {messages.suggestionsPanel.dictionary}
        </Button>
      </Group>
      {state.error === undefined ? undefined : (
        <div className={classes['error']} role="alert">
          {state.error}{' '}
          <button type="button" className={classes['link']} onClick={() => void suggestions.apply()}>
            {messages.shared.tryAgain}
          </button>
        </div>
      )}
      {open.length === 0 ? (
        <div className={classes['empty']} role="status">
          {state.busy
            ? messages.suggestionsPanel.lookingForTheTerms
            : state.applied
              ? messages.suggestionsPanel.nothingLeftToSuggest
              : messages.suggestionsPanel.dictionarySuggestsSpansForWords}
          {suggestions.rejectedCount > 0 && state.applied ? (
            <>
              <br />
              <button type="button" className={classes['link']} onClick={() => suggestions.restoreRejected()}>
                {messages.suggestionsPanel.suggestTheRejectedCountRejectedAgain(suggestions.rejectedCount)}
              </button>
            </>
          ) : undefined}
        </div>
      ) : (
        <>
          <ClassCounts counts={counts} only={only} onChoose={setClassId} />
          <Group gap={6} px={8} pb={6} wrap="nowrap" className={classes['bar']}>
            <TextInput
              size="xs"
              flex={1}
              aria-label={messages.suggestionsPanel.filterSuggestions}
              placeholder={messages.suggestionsPanel.filter}
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
                  shown.length === open.length
                    ? titled(messages.shared.acceptAll, 'accept-all')
                    : messages.suggestionsPanel.acceptThoseThatAreListed
                }
                onClick={() => {
                  suggestions.acceptAll(shown);
                  back();
                }}
              >
                {messages.suggestionsPanel.acceptCountName(
                  shown.length,
                  state.more && shown.length === open.length ? '+' : '',
                )}
              </Button>
            )}
            <Tooltip label={messages.suggestionsPanel.clear}>
              <ActionIcon
                aria-label={messages.suggestionsPanel.clearTheSuggestions}
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
            <div className={classes['empty']}>{messages.suggestionsPanel.noSuggestionMatchesFilter(filter)}</div>
          ) : (
            <SuggestionLines controller={controller} shown={shown} onBack={back} />
          )}
          <SuggestionsFoot controller={controller} />
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
