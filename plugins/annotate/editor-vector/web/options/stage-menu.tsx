import { ActionIcon, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey, Tooltip } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import type { MenuSection, VectorKey } from '../vector-key.ts';
import { keyScope, vectorKeys } from '../vector-keys.ts';
import classes from './options.module.css';

/** Part of the editor that the menu needs. */
export interface MenuEditor {
  /** Returns whether a command applies now. */
  offers(key: VectorKey): boolean;
  run(key: VectorKey): void;
}

const lists: readonly MenuSection[] = ['shape', 'selection', 'edit'];
const rows: readonly (readonly [section: MenuSection, title: string])[] = [
  ['order', messages.stageMenu.order],
  ['align', messages.stageMenu.align],
];

/** A menu near the lower edge moves up, over the place it belongs to, until all of it is seen. */
const wholeOnScreen = { flip: false, shift: { crossAxis: true, padding: 8 } } as const;

/** Lists the actions on the selection, at the place of a right click; every entry shows its key. */
export function StageMenu({
  context,
  editor,
}: {
  readonly context: VectorContext;
  readonly editor: MenuEditor;
}): JSX.Element | undefined {
  const { menu: at } = useSnapshot(context.controller.state);
  const keys = useKeyMap();
  if (at === undefined) return undefined;
  // Not before the key that closes it has gone by: without a menu it would be the editor's.
  const close = (): void => void setTimeout(() => context.controller.openMenu(undefined));
  const entries = (section: MenuSection): readonly VectorKey[] =>
    vectorKeys.filter(key => key.menu?.section === section && editor.offers(key));
  const chordOf = (key: VectorKey): string | undefined =>
    keys.chords(`${keyScope}.${key.id}`).map(chord => keys.shown(chord))[0];
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-start"
      offset={2}
      width={250}
      middlewares={wholeOnScreen}
      withinPortal
      returnFocus={false}
      keepMounted={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <span className={classes['menuPlace']} style={{ left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown ref={takeKeyboard} aria-label={messages.stageMenu.selection} className={classes['menu']}>
        {lists
          .filter(section => entries(section).length > 0)
          .map((section, index) => (
            <div key={section}>
              {index === 0 ? undefined : <Menu.Divider />}
              {entries(section).map((key, place) => {
                const chord = chordOf(key);
                return (
                  <Menu.Item
                    key={key.id}
                    {...(index === 0 && place === 0 ? { 'data-autofocus': true } : {})}
                    leftSection={<Icon name={key.menu!.icon} size={15} />}
                    rightSection={chord === undefined ? null : <ShortcutKey chord={chord} />}
                    {...(key.id === 'delete' ? { color: 'red' } : {})}
                    onClick={() => editor.run(key)}
                  >
                    {key.menu!.title ?? key.title}
                  </Menu.Item>
                );
              })}
            </div>
          ))}
        {rows
          .filter(([section]) => entries(section).length > 0)
          .map(([section, title]) => (
            <div key={section} className={classes['menuRow']} role="group" aria-label={title}>
              <span>{title}</span>
              {entries(section).map(key => (
                <Tooltip key={key.id} label={keys.titled(key.title, `${keyScope}.${key.id}`)}>
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    aria-label={key.title}
                    onClick={() => {
                      editor.run(key);
                      close();
                    }}
                  >
                    <Icon name={key.menu!.icon} size={16} />
                  </ActionIcon>
                </Tooltip>
              ))}
            </div>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The arrow keys go through the entries at once, whichever way the menu was opened. */
function takeKeyboard(menu: HTMLDivElement | null): void {
  menu?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true });
}
