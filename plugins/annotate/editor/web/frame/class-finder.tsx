import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { chooseClass } from '../panels/classes-panel.tsx';
import { leaveForm } from '../kit/attributes/attribute-keys.ts';
import { FrameView } from './frame-view.ts';
import { rankClasses } from './rank-classes.ts';
import { useDocumentState, useOpen } from './use-controller.ts';
import classes from './frame.module.css';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { messages } from '../messages.ts';

/**
 * A class by typing a part of its name: for projects with more classes than digits. It takes the keyboard at once and
 * leaves the picture in sight.
 */
export function ClassFinder(): JSX.Element | undefined {
  const view = useService(FrameView);
  const { dialog } = useSnapshot(view.state);
  return dialog === 'findClass' ? <Finder onDone={() => view.open(undefined)} /> : undefined;
}

function Finder({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const { document, editor } = useOpen();
  const { classes: known } = useDocumentState(document);
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const found = rankClasses(
    known.filter(each => each.type === ClassType.Object),
    text,
  ).slice(0, 12);
  const choose = (at: number): void => {
    const chosen = found[at];
    if (chosen === undefined) return;
    leave();
    chooseClass(document, chosen, editor);
  };
  const leave = (): void => {
    onDone();
    leaveForm();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') leave();
      else choose(place);
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setPlace(Math.max(0, Math.min(found.length - 1, place + (event.key === 'ArrowDown' ? 1 : -1))));
  };
  return (
    <section
      role="dialog"
      aria-label={messages.classFinder.classFinder}
      className={classes['finder']}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) onDone();
      }}
    >
      <TextInput
        autoFocus
        aria-label={messages.classFinder.findAClass}
        placeholder={
          document.scene.selection.size > 0 && editor?.drawing !== true
            ? messages.classFinder.classOfTheSelection
            : messages.shared.classToDrawWith
        }
        value={text}
        mb="xs"
        leftSection={<Icon name="search" size={14} />}
        onKeyDown={press}
        onChange={event => {
          setText(event.currentTarget.value);
          setPlace(0);
        }}
      />
      {found.length === 0 ? (
        <div className={classes['sides']}>{messages.classFinder.noClassMatches}</div>
      ) : (
        found.map((each, at) => (
          <button
            key={each.id}
            type="button"
            tabIndex={-1}
            className={classes['found']}
            data-active={at === place}
            onPointerDown={event => event.preventDefault()}
            onClick={() => choose(at)}
          >
            <span className={classes['swatch']} style={{ background: each.color }} />
            {each.name}
          </button>
        ))
      )}
    </section>
  );
}
