import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { groupDepth, missingGroups, sharedValue, shownGroups } from '#plugins/annotate/annotations/common/index.ts';
import { AttributeField, attributeKey, enterForm } from '#plugins/annotate/editor/web/kit/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import { keyScope } from '../classification-keys.ts';
import { GridController } from './grid-controller.ts';
import classes from './grid.module.css';
import own from '../classification.module.css';
import { messages } from '../messages.ts';

/** Ways of the keyboard into the classes beside the grid. */
export interface GridFocus {
  find(): void;
  ask(): void;
}

interface GridClassesProps {
  readonly known: readonly AnnotationClass[];
  readonly mayWrite: boolean;
  /** The class whose questions are shown. */
  readonly asked: number | undefined;
  readonly onAsk: (classId: number | undefined) => void;
  readonly onSeat: (focus: GridFocus | undefined) => void;
}

const focusGrid = (): void =>
  document.querySelector<HTMLElement>('[data-classify-grid]')?.focus({ preventScroll: true });

/**
 * The classes with their keys, and on how many of the chosen items they are; the questions of one are answered for all
 * at once.
 */
export function GridClasses({ known, mayWrite, asked, onAsk, onSeat }: GridClassesProps): JSX.Element {
  const controller = useService(GridController);
  const keys = useKeyMap();
  useSnapshot(controller.state);
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState('');
  useEffect(() => {
    onSeat({
      find: () => search.current?.focus(),
      // Its questions are there once the class is.
      ask: () =>
        void controller.settled().then(() =>
          requestAnimationFrame(() => {
            const form = list.current?.querySelector<HTMLElement>('[data-tag-form]');
            if (form !== null && form !== undefined) enterForm(form);
          }),
        ),
    });
    return () => onSeat(undefined);
  }, [onSeat, controller]);
  const ids = controller.targets;
  const wanted = filter.trim().toLowerCase();
  const shown = known
    .map((each, place) => ({ each, place }))
    .filter(({ each }) => each.name.toLowerCase().includes(wanted));
  const press = (event: KeyboardEvent): void => {
    const match = shown.find(({ each }) => each.name.toLowerCase().startsWith(wanted)) ?? shown[0];
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter' && wanted !== '' && match !== undefined) void controller.toggle(match.each);
    setFilter('');
    focusGrid();
  };
  return (
    <aside className={classes['side']} aria-label={messages.gridClasses.classes}>
      <div className={own['panelBar']}>
        <TextInput
          ref={search}
          aria-label={messages.shared.findAClass}
          placeholder={messages.shared.findAClass}
          value={filter}
          leftSection={<Icon name="search" size={14} />}
          onChange={event => setFilter(event.currentTarget.value)}
          onKeyDown={press}
        />
      </div>
      <div ref={list} className={own['list']}>
        {known.length === 0 ? <div className={own['empty']}>{messages.shared.thisProjectHasNoTag}</div> : undefined}
        {shown.map(({ each, place }) => {
          const tags = tagsAmong(controller, ids, each.id);
          const chord = keys.chords(`${keyScope}.class.${place + 1}`)[0];
          const asks = each.attribute_groups.length > 0;
          return (
            <div key={each.id} style={{ display: 'contents' }}>
              <button
                type="button"
                className={own['class']}
                aria-pressed={tags.items === 0 ? false : tags.items === ids.length ? true : 'mixed'}
                disabled={!mayWrite || ids.length === 0}
                onClick={event => {
                  event.currentTarget.blur();
                  if (asks) onAsk(each.id);
                  void controller.toggle(each);
                  focusGrid();
                }}
              >
                <span className={own['swatch']} style={{ background: each.color }} />
                <span className={own['className']}>{each.name}</span>
                {tags.items > 0 ? <span className={own['muted']}>{tags.items.toLocaleString('en')}</span> : undefined}
                {chord === undefined ? undefined : <ShortcutKey chord={keys.shown(chord)} />}
              </button>
              {asks && asked !== each.id && tags.items > 0 ? (
                <button type="button" className={own['tag']} onClick={() => onAsk(each.id)}>
                  <span className={own['tagText']}>
                    {messages.gridClasses.answerItsQuestionsForThings(things(tags.items))}
                  </span>
                </button>
              ) : undefined}
              {asks && asked === each.id && tags.items > 0 ? (
                <Questions owner={each} tags={tags.instances} ids={ids} mayWrite={mayWrite} onLeave={focusGrid} />
              ) : undefined}
            </div>
          );
        })}
      </div>
    </aside>
  );
}

function Questions({
  owner,
  tags,
  ids,
  mayWrite,
  onLeave,
}: {
  readonly owner: AnnotationClass;
  readonly tags: readonly Instance[];
  readonly ids: readonly number[];
  readonly mayWrite: boolean;
  readonly onLeave: () => void;
}): JSX.Element {
  const controller = useService(GridController);
  const missing = new Set(tags.flatMap(each => missingGroups(each, owner)));
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const effect = attributeKey(event.currentTarget, event.nativeEvent);
    if (effect === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (effect === 'leave') onLeave();
  };
  return (
    <section
      className={own['form']}
      aria-label={messages.shared.questionsOfName(owner.name)}
      data-tag-form
      onKeyDown={press}
    >
      {shownGroups(owner, tags).map(group => (
        <AttributeField
          key={group.id}
          group={group}
          depth={groupDepth(owner, group)}
          {...sharedValue(tags, group)}
          missing={missing.has(group)}
          disabled={!mayWrite}
          onChange={value =>
            void controller.apply(`${owner.name}: ${group.name}`, ids, {
              kind: 'set',
              class_id: owner.id,
              group_id: group.id,
              value: value === undefined || (Array.isArray(value) && value.length === 0) ? null : (value as never),
              adding: false,
            })
          }
        />
      ))}
    </section>
  );
}

/** The answers of a class on the chosen items, as far as they are loaded. */
function tagsAmong(
  controller: GridController,
  ids: readonly number[],
  classId: number,
): { readonly items: number; readonly instances: readonly Instance[] } {
  const instances: Instance[] = [];
  let items = 0;
  for (const id of ids) {
    const own = controller.known.get(id)?.tags.tags.filter(each => each.class_id === classId) ?? [];
    if (own.length > 0) items += 1;
    for (const [at, each] of own.entries())
      instances.push({ id: `${id} ${at}`, type: 'tag', classId, attributes: each.attributes });
  }
  return { items, instances };
}
