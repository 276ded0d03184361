import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { messages } from '../messages.ts';
import classes from './cloud.module.css';

/** The choice of a class for the object that was right-clicked. */
export function ClassMenu({ editor }: { readonly editor: CloudEditor }): JSX.Element | undefined {
  const { menu } = useSnapshot(editor.state);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), [menu]);
  if (menu === undefined) return undefined;
  const close = (): void => {
    editor.actions.host.closeMenu();
    editor.surface.surface.focus({ preventScroll: true });
  };
  return (
    <div
      ref={list}
      className={classes['menu']}
      role="menu"
      aria-label={messages.cloudOptions.class}
      style={{ left: menu.x, top: menu.y }}
      onKeyDown={event => {
        if (event.key !== 'Escape' && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') return close();
        const { activeElement } = document;
        const next =
          event.key === 'ArrowDown' ? activeElement?.nextElementSibling : activeElement?.previousElementSibling;
        if (next instanceof HTMLElement) next.focus();
      }}
    >
      {editor.session.classes
        .filter(each => each.type === ClassType.Object)
        .map(each => (
          <button
            key={each.id}
            type="button"
            role="menuitem"
            onClick={() => {
              editor.commands.classify(each);
              close();
            }}
          >
            <span className={classes['swatch']} style={{ background: each.color }} />
            {each.name}
          </button>
        ))}
    </div>
  );
}
