import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { Text } from '@mantine/core';
import { Icon, SearchBox } from '#core/ui/web/index.ts';
import type { ComponentSection, ComponentType } from '../../common/component-types.ts';
import { componentTypes } from '../../common/component-types.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import { typeIcon } from '../type-icon.ts';
import { addNew } from './builder-edits.ts';
import type { BuilderStore } from './builder-store.ts';
import { Snippets } from './snippets.tsx';

const SECTIONS: readonly (readonly [ComponentSection, string])[] = [
  ['layout', messages.palette.layout],
  ['button', messages.palette.button],
  ['input', messages.palette.input],
  ['select', messages.palette.select],
  ['media', messages.palette.media],
  ['custom', messages.palette.custom],
];

/** The list of components: dragged into the form, or added after what is chosen by a click or Enter. */
export function Palette({ store }: { readonly store: BuilderStore }): JSX.Element {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const word = search.trim().toLowerCase();
  const found = componentTypes.filter(
    each => each.title.toLowerCase().includes(word) || each.type.toLowerCase().includes(word),
  );
  const [stop, setStop] = useState<string>();
  const first = found.some(each => each.type === stop) ? stop : found[0]?.type;

  const walk = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    buttons[
      Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(document.activeElement as HTMLButtonElement) + by))
    ]?.focus();
  };
  return (
    <aside className={classes['palette']} aria-label={messages.palette.components}>
      <div className={classes['paletteSearch']}>
        <SearchBox label={messages.palette.findAComponent} value={search} onChange={setSearch} />
      </div>
      <div ref={list} className={classes['paletteList']} onKeyDown={walk}>
        {SECTIONS.map(([section, title]) => {
          const types = found.filter(each => each.section === section);
          return types.length === 0 ? undefined : (
            <section key={section} aria-label={title}>
              <h2 className={classes['sectionName']}>{title}</h2>
              {types.map(each => (
                <PaletteEntry
                  key={each.type}
                  entry={each}
                  stop={each.type === first}
                  onFocus={() => setStop(each.type)}
                  onAdd={() => addNew(store, each.type)}
                />
              ))}
            </section>
          );
        })}
        <Snippets
          store={store}
          word={word}
          none={
            found.length === 0 ? (
              <Text size="sm" c="var(--loupe-muted)" p={8}>
                {messages.palette.noComponentMatches}
              </Text>
            ) : undefined
          }
        />
      </div>
    </aside>
  );
}

interface EntryProps {
  readonly entry: ComponentType;
  readonly stop: boolean;
  readonly onFocus: () => void;
  readonly onAdd: () => void;
}

function PaletteEntry({ entry: { type, title }, stop, onFocus, onAdd }: EntryProps): JSX.Element {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(
    () =>
      element.current === null
        ? undefined
        : draggable({ element: element.current, getInitialData: () => ({ kind: 'type', type }) }),
    [type],
  );
  return (
    <button
      ref={element}
      type="button"
      className={classes['entry']}
      tabIndex={stop ? 0 : -1}
      onFocus={onFocus}
      onClick={onAdd}
    >
      <Icon name={typeIcon(type)} size={15} />
      <span>{title}</span>
    </button>
  );
}
