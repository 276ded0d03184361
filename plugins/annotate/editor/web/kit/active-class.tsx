import { VisuallyHidden } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey, Tooltip } from '#core/ui/web/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { messages } from '../messages.ts';
import type { EditorSession } from './editor-type.ts';
import classes from './active-class.module.css';

/**
 * The class that is drawn next, with its colour and digit; opens the class finder. `scope` is that of the editor's
 * keys.
 */
export function ActiveClass({
  session,
  scope,
}: {
  readonly session: EditorSession;
  readonly scope: string;
}): JSX.Element | undefined {
  const keys = useKeyMap();
  const commands = useService(CommandRegistry);
  const subscribe = (listener: () => void): (() => void) => session.subscribe(listener);
  const known = useSyncExternalStore(subscribe, () => session.classes);
  const activeId = useSyncExternalStore(subscribe, () => session.activeClassId);
  const readOnly = useSyncExternalStore(subscribe, () => session.readOnly);
  const objects = known.filter(each => each.type === ClassType.Object);
  const place = objects.findIndex(each => each.id === activeId);
  const active = objects[place];
  if (readOnly || objects.length === 0) return undefined;
  const [digit] = place < 0 ? [] : keys.chords(`${scope}.class.${place + 1}`);
  return (
    <Tooltip label={keys.titled(messages.shared.classToDrawWith, 'editor.findClass')} position="bottom">
      <button
        type="button"
        className={classes['chip']}
        onClick={event => {
          event.currentTarget.blur();
          void commands.run('editor.findClass');
        }}
      >
        <VisuallyHidden>{messages.activeClass.activeClass} </VisuallyHidden>
        <span className={classes['dot']} style={{ background: active?.color ?? 'transparent' }} />
        <span className={classes['name']}>{active?.name ?? messages.shared.noClass}</span>
        {digit === undefined ? <Icon name="down" size={13} /> : <ShortcutKey chord={keys.shown(digit)} />}
      </button>
    </Tooltip>
  );
}
