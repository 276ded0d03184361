import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, JSX, KeyboardEvent, MouseEvent } from 'react';
import { toast } from '#core/ui/web/index.ts';
import { SnippetDialog } from '../dialogs/snippet-dialog.tsx';
import type { FormComponent } from '../../common/form-document.ts';
import { idsOf, placeOf } from '../../common/form-places.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import { pasteInto, removeChosen } from './builder-edits.ts';
import type { BuilderStore } from './builder-store.ts';
import { useBuilder } from './builder-store.ts';
import { chosenComponents, copiedText, pastedComponents } from './clipboard.ts';
import { ComponentList, ComponentNode, componentAt, nodeId } from './component-node.tsx';
import { ComponentMenu } from './component-menu.tsx';
import { useDrop } from './use-drop.ts';

/** The form as it is laid out: chosen, moved and dropped into. One stop of the Tab key; arrows walk through it. */
export function Canvas({ store }: { readonly store: BuilderStore }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const line = useDrop(store, scroller);
  const components = useBuilder(store, each => each.form.components);
  const focus = useBuilder(store, each => each.state.focus);
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number }>();
  const [snippet, setSnippet] = useState<readonly FormComponent[]>();
  const headers = components.filter(each => each.type === 'header');
  const body = components.filter(each => each.type !== 'header');

  useEffect(() => {
    if (focus !== undefined)
      document.getElementById(nodeId(focus))?.closest('[data-component]')?.scrollIntoView({ block: 'nearest' });
  }, [focus]);

  const choose = (event: MouseEvent): void => {
    const id = componentAt(event);
    if (id === undefined) store.select([]);
    else if (event.shiftKey) store.selectTo(id);
    else if (event.ctrlKey || event.metaKey) store.toggle(id);
    else store.select([id]);
  };
  const open = (event: MouseEvent): void => {
    const id = componentAt(event);
    if (id === undefined) return;
    event.preventDefault();
    if (!store.state.selection.has(id)) store.select([id]);
    setMenu({ x: event.clientX, y: event.clientY });
  };
  const walk = (event: KeyboardEvent): void => {
    if ((event.key === 'F10' && event.shiftKey) || event.key === 'ContextMenu') {
      const node = focus === undefined ? undefined : document.getElementById(nodeId(focus))?.getBoundingClientRect();
      if (node === undefined) return;
      event.preventDefault();
      // A menu that opens within a key closes on that key.
      requestAnimationFrame(() => setMenu({ x: node.left + 24, y: node.top + 24 }));
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if ((event.key === 'a' || event.key === 'A') && !event.altKey) {
        event.preventDefault();
        store.select(components.map(each => each.id));
      }
      return;
    }
    const next = nextOf(store, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next === '') store.select([]);
    else if (event.shiftKey) store.toggle(next);
    else store.select([next]);
  };
  const copy = (event: ClipboardEvent): void => {
    const text = copiedText(store);
    if (text === undefined) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    if (event.type === 'cut') removeChosen(store);
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = pastedComponents(event.clipboardData.getData('text/plain'));
    event.preventDefault();
    if (pasteInto(store, pasted) === 0) toast(messages.canvas.clipboardHoldsNoComponents);
  };

  return (
    <>
      <div
        ref={scroller}
        className={classes['canvas']}
        data-form-canvas
        aria-label={messages.shared.form}
        tabIndex={0}
        {...(components.length === 0 ? { role: 'group' } : { role: 'tree', 'aria-multiselectable': true })}
        {...(focus === undefined ? {} : { 'aria-activedescendant': nodeId(focus) })}
        onClick={choose}
        onContextMenu={open}
        onKeyDown={walk}
        onCopy={copy}
        onCut={copy}
        onPaste={paste}
      >
        <div className={classes['sheet']}>
          {headers.length === 0 ? undefined : (
            <div className={classes['area2']} role="presentation">
              <p className={classes['areaName']}>{messages.canvas.headerStaysInView}</p>
              {headers.map(each => (
                <ComponentNode key={each.id} store={store} component={each} level={1} />
              ))}
            </div>
          )}
          <div className={classes['area2']} role="presentation">
            <p className={classes['areaName']}>{headers.length === 0 ? messages.shared.form : messages.canvas.body}</p>
            <ComponentList
              store={store}
              parent={undefined}
              components={body}
              level={1}
              empty={messages.canvas.dragAComponentHere}
            />
          </div>
        </div>
        {line === undefined ? undefined : <div className={classes['dropLine']} data-drop-line style={line} />}
      </div>
      <ComponentMenu
        store={store}
        at={menu}
        onClose={() => {
          setMenu(undefined);
          scroller.current?.focus({ preventScroll: true });
        }}
        onSnippet={() => setSnippet(chosenComponents(store))}
      />
      <SnippetDialog components={snippet} onClose={() => setSnippet(undefined)} />
    </>
  );
}

/**
 * Returns the component that a key leads to: the component before or after in reading order, the one around it or the
 * first in it; empty for none.
 */
function nextOf(store: BuilderStore, key: string): string | undefined {
  const { focus } = store.state;
  const { components } = store.form;
  const ids = idsOf([
    ...components.filter(each => each.type === 'header'),
    ...components.filter(each => each.type !== 'header'),
  ]);
  const at = focus === undefined ? -1 : ids.indexOf(focus);
  switch (key) {
    case 'ArrowDown':
      return ids[Math.min(ids.length - 1, at + 1)];
    case 'ArrowUp':
      return ids[Math.max(0, at - 1)];
    case 'ArrowLeft':
      return focus === undefined ? undefined : placeOf(components, focus)?.parent;
    case 'ArrowRight':
      return focus !== undefined && placeOf(components, ids[at + 1] ?? '')?.parent === focus ? ids[at + 1] : undefined;
    case 'Home':
      return ids[0];
    case 'End':
      return ids.at(-1);
    case 'Escape':
      return '';
    default:
      return undefined;
  }
}
