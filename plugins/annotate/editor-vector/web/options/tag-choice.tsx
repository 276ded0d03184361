import { TextInput } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { insertInstance } from '#plugins/annotate/annotations/common/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { newTag } from '../../common/new-instance.ts';
import { deleteAll } from '../../common/selection-edits.ts';
import { messages } from '../messages.ts';
import { rankTagClasses } from './rank-tag-classes.ts';
import type { VectorContext } from '../vector-context.ts';
import classes from './options.module.css';

/** Most classes offered at once; typing narrows them down. */
const offered = 8;

/** Gives the item tags by typing a part of their class's name, and shows those it has. */
export function TagChoice({
  context,
  onDone,
}: {
  readonly context: VectorContext;
  readonly onDone: () => void;
}): JSX.Element {
  const { session } = context;
  const { scene } = session;
  useSyncExternalStore(
    listener => scene.onChange(listener),
    () => scene.summary,
  );
  const known = useSyncExternalStore(
    listener => session.subscribe(listener),
    () => session.classes,
  );
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const tags = scene.instances.filter(instance => instance.type === 'tag');
  const given = new Set(tags.map(tag => tag.classId));
  const tagClasses = known.filter(each => each.type === ClassType.Tag);
  const found = rankTagClasses(
    tagClasses.filter(each => !given.has(each.id)),
    text,
  ).slice(0, offered);

  const give = (chosen: AnnotationClass | undefined): void => {
    if (chosen === undefined) return;
    const tag = newTag(chosen, context.author);
    session.edit(messages.tagChoice.tagName(chosen.name), [insertInstance(tag)]);
    scene.select([tag.id]);
    setText('');
    setPlace(0);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') give(found[place]);
    else if (event.key === 'Escape') onDone();
    else if (event.key === 'Backspace' && text === '' && tags.length > 0)
      session.edit(messages.tagChoice.removeTag, deleteAll([tags.at(-1)!]));
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setPlace(at => Math.max(0, Math.min(found.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (tagClasses.length === 0) return <span className={classes['note']}>{messages.tagChoice.thisProjectHasNoTag}</span>;
  return (
    <div className={classes['tags']}>
      <TextInput
        autoFocus
        size="xs"
        w={220}
        aria-label={messages.tagChoice.tagClass}
        placeholder={messages.tagChoice.typeATag}
        value={text}
        leftSection={<Icon name="tag" size={14} />}
        onKeyDown={press}
        onChange={event => {
          setText(event.currentTarget.value);
          setPlace(0);
        }}
      />
      {tags.length === 0 ? undefined : (
        <div className={classes['chips']}>
          {tags.map(tag => (
            <span key={tag.id} className={classes['chip']} style={{ borderColor: context.colorOf(tag) }}>
              {tag.className}
              <button
                type="button"
                aria-label={messages.tagChoice.removeTagClassName(tag.className ?? '')}
                disabled={tag.locked === true}
                onClick={() => session.edit(messages.tagChoice.removeTag, deleteAll([tag]))}
              >
                <Icon name="close" size={11} />
              </button>
            </span>
          ))}
        </div>
      )}
      <div role="listbox" aria-label={messages.tagChoice.tagClasses}>
        {found.map((each, at) => (
          <button
            key={each.id}
            type="button"
            tabIndex={-1}
            role="option"
            aria-selected={at === place}
            className={classes['choice']}
            onMouseDown={event => event.preventDefault()}
            onClick={() => give(each)}
          >
            <span className={classes['swatch']} style={{ background: each.color }} />
            {each.name}
          </button>
        ))}
      </div>
      {found.length > 0 ? undefined : (
        <span className={classes['note']}>
          {text === '' ? messages.tagChoice.itemHasEveryTagThereIs : messages.tagChoice.noTagMatchesText(text)}
        </span>
      )}
    </div>
  );
}
