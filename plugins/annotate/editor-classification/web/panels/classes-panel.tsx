import { Button, Switch, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { JSX, KeyboardEvent } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey } from '#core/ui/web/index.ts';
import { enterForm, useOpenItem, useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import { isTag, tagsOf } from '../../common/tag-changes.ts';
import type { ClassificationEditor } from '../classification-editor.ts';
import { asClassification } from '../classification-editor.ts';
import { keyScope } from '../classification-keys.ts';
import { ClassLine } from './class-line.tsx';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

/** Classes drawn at once; more are found by typing. */
const MOST = 300;

/** Shows the classes of the item: its classes as buttons with their keys, and the questions of the chosen one. */
export default function ClassesPanel(): JSX.Element | undefined {
  const work = useOpenItem();
  const editor = asClassification(work?.editor);
  return editor === undefined ? undefined : <Classes editor={editor} />;
}

function Classes({ editor }: { readonly editor: ClassificationEditor }): JSX.Element {
  const { session, tagging, settings } = editor;
  const keys = useKeyMap();
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState('');
  useSyncExternalStore(
    listener => session.subscribe(listener),
    () => session.classes,
  );
  const readOnly = useSyncExternalStore(
    listener => session.subscribe(listener),
    () => session.readOnly,
  );
  const { advance, submit } = useSyncExternalStore(settings.onChange, () => settings.now);
  useSessionScene(session);

  useEffect(() => {
    editor.seatPanel({
      find: () => search.current?.focus(),
      // The form of the tag just chosen is drawn now: the next key may come before the next frame, and belongs to it.
      ask: () => {
        flushSync(() => undefined);
        const form = list.current?.querySelector<HTMLElement>('[data-tag-form]');
        if (form !== null && form !== undefined) enterForm(form);
      },
    });
    return () => editor.seatPanel(undefined);
  }, [editor]);

  const all = tagging.classes;
  const { instances } = session.scene;
  const wanted = filter.trim().toLowerCase();
  const shown = all
    .map((each, place) => ({ each, place }))
    .filter(({ each }) => each.name.toLowerCase().includes(wanted));
  const strange = instances.filter(each => isTag(each) && !all.some(one => one.id === each.classId));
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault();
      setFilter('');
      editor.focus();
    }
    // The name that begins with the typed text comes before those that only contain it.
    const match = shown.find(({ each }) => each.name.toLowerCase().startsWith(wanted)) ?? shown[0];
    if (event.key === 'Enter' && wanted !== '' && match !== undefined) tagging.toggleClass(match.each);
  };

  return (
    <>
      <div className={classes['panelBar']}>
        <TextInput
          ref={search}
          aria-label={messages.shared.findAClass}
          placeholder={messages.shared.findAClass}
          title={keys.titled(messages.shared.findAClass, `${keyScope}.find`)}
          value={filter}
          leftSection={<Icon name="search" size={14} />}
          onChange={event => setFilter(event.currentTarget.value)}
          onKeyDown={press}
        />
        <Switch
          size="xs"
          label={messages.classesPanel.autoAdvance}
          title={keys.titled(messages.classesPanel.whenAnItemIsAnswered, `${keyScope}.advance`)}
          checked={advance}
          disabled={readOnly}
          onChange={event => {
            settings.set({ advance: event.currentTarget.checked });
            event.currentTarget.blur();
          }}
        />
      </div>
      <div ref={list} className={classes['list']}>
        {all.length === 0 ? <div className={classes['empty']}>{messages.shared.thisProjectHasNoTag}</div> : undefined}
        {all.length > 0 && shown.length === 0 ? (
          <div className={classes['empty']}>{messages.classesPanel.noClassMatchesFilter(filter)}</div>
        ) : undefined}
        {instances.length === 0 && all.length > 0 && filter === '' && !readOnly ? (
          <div className={classes['muted']}>{messages.classesPanel.chooseAClass}</div>
        ) : undefined}
        {shown.slice(0, MOST).map(({ each, place }) => (
          <ClassLine
            key={each.id}
            editor={editor}
            annotationClass={each}
            chord={keys.chords(`${keyScope}.class.${place + 1}`)[0]}
            tags={tagsOf(instances, each.id)}
            readOnly={readOnly}
          />
        ))}
        {shown.length > MOST ? (
          <div className={classes['muted']}>{messages.classesPanel.countMore(shown.length - MOST)}</div>
        ) : undefined}
        {strange.length === 0 ? undefined : (
          <div className={classes['muted']}>{messages.classesPanel.classesNoLongerThere(strange.length)}</div>
        )}
      </div>
      {readOnly ? undefined : (
        <div className={classes['panelBar']}>
          <Switch
            size="xs"
            label={messages.classesPanel.submitOnNext}
            description={messages.classesPanel.submitOnNextHint}
            checked={submit}
            onChange={event => {
              settings.set({ submit: event.currentTarget.checked });
              event.currentTarget.blur();
            }}
          />
        </div>
      )}
      <div className={classes['foot']}>
        <span className={classes['muted']}>
          {instances.length === 0 ? messages.shared.noAnswerYet : messages.classesPanel.countAnswers(instances.length)}
        </span>
        <Button
          variant="default"
          rightSection={<ShortcutKey chord={keys.shown(keys.chords(`${keyScope}.next`)[0] ?? 'Enter')} />}
          onClick={() => editor.complete()}
        >
          {readOnly
            ? messages.classesPanel.next
            : submit
              ? messages.classesPanel.submitAndNext
              : messages.classesPanel.saveAndNext}
        </Button>
      </div>
    </>
  );
}
