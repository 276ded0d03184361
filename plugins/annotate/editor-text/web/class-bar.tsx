import { useSyncExternalStore } from 'react';
import type { CSSProperties, JSX } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { ShortcutKey } from '#core/ui/web/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { BarredEditor } from './barred-editor.ts';
import { messages } from './messages.ts';
import type { TextController } from './text-controller.ts';
import { keyScope } from './text-keys.ts';
import classes from './text.module.css';

/** The classes of spans above the text, with their digits; the active one is filled. */
export function ClassBar({
  controller,
  editor,
}: {
  readonly controller: TextController;
  readonly editor: BarredEditor;
}): JSX.Element {
  const { session } = controller.context;
  const keys = useKeyMap();
  const subscribe = (listener: () => void): (() => void) => session.subscribe(listener);
  const known = useSyncExternalStore(subscribe, () => session.classes);
  const activeId = useSyncExternalStore(subscribe, () => session.activeClassId);
  const objects = known.filter(each => each.type === ClassType.Object);
  const tool = useSyncExternalStore(
    listener => editor.onToolChange(listener),
    () => editor.activeTool,
  );
  // While spans are connected, digits choose the class of the relation.
  const shown = tool === 'relation' ? [] : objects;
  return (
    <div className={classes['classBar']} role="toolbar" aria-label={messages.shared.classes}>
      {shown.map((each, place) => {
        const [digit] = keys.chords(`${keyScope}.class.${place + 1}`);
        return (
          <button
            key={each.id}
            type="button"
            className={classes['classChip']}
            style={{ '--class-color': each.color } as CSSProperties}
            aria-pressed={each.id === activeId}
            disabled={session.readOnly}
            // The chosen text stays chosen, and the caret in the text.
            onPointerDown={event => event.preventDefault()}
            onClick={() => controller.commands.classify(place)}
          >
            <span className={classes['classDot']} />
            {each.name}
            {digit === undefined ? undefined : <ShortcutKey chord={keys.shown(digit)} />}
          </button>
        );
      })}
    </div>
  );
}
