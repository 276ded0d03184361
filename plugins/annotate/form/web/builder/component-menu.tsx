import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, ShortcutKey, toast, toastError } from '#core/ui/web/index.ts';
import { findComponent, pathOf } from '../../common/form-places.ts';
import { messages } from '../messages.ts';
import { addPart, duplicateChosen, removeChosen, wrapChosen } from './builder-edits.ts';
import type { BuilderStore } from './builder-store.ts';

interface MenuProps {
  readonly store: BuilderStore;
  /** Position of the menu, in pixels of the window; undefined while it is closed. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  readonly onClose: () => void;
  /** Keeps what is chosen as a snippet. */
  readonly onSnippet: () => void;
}

/** Lists the actions on the selected components. */
export function ComponentMenu({ store, at, onClose, onSnippet }: MenuProps): JSX.Element | undefined {
  if (at === undefined) return undefined;
  const { focus, selection } = store.state;
  const component = focus === undefined ? undefined : findComponent(store.form.components, focus);
  if (component === undefined) return undefined;
  const copy = (text: string): void =>
    void navigator.clipboard.writeText(text).then(() => toast(messages.componentMenu.copiedText(text)), toastError);
  const part = component.type === 'column' || component.type === 'tab' || component.type === 'header';
  return (
    <Menu opened onClose={onClose} position="bottom-start" returnFocus={false} width={220}>
      <Menu.Target>
        <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="copy" />} onClick={() => copy(component.id)}>
          {messages.componentMenu.copyId}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="copy" />}
          onClick={() => copy(JSON.stringify(pathOf(store.form.components, component.id)))}
        >
          {messages.componentMenu.copyPath}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="duplicate" />}
          rightSection={<ShortcutKey chord="Ctrl+D" />}
          onClick={() => duplicateChosen(store)}
        >
          {messages.componentMenu.duplicate}
        </Menu.Item>
        {component.type === 'grid' || component.type === 'tabs' ? (
          <Menu.Item leftSection={<Icon name="plus" />} onClick={() => addPart(store, component)}>
            {component.type === 'grid' ? messages.componentMenu.addAColumn : messages.componentMenu.addATab}
          </Menu.Item>
        ) : undefined}
        {part ? undefined : (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="square" />} onClick={() => wrapChosen(store, 'container')}>
              {messages.componentMenu.wrapInAContainer}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="group" />} onClick={() => wrapChosen(store, 'group')}>
              {messages.componentMenu.wrapInAGroup}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="columns" />} onClick={() => wrapChosen(store, 'grid')}>
              {messages.componentMenu.wrapInAGrid}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="tag" />} onClick={onSnippet}>
              {messages.shared.saveAsSnippet}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          c="var(--loupe-danger)"
          leftSection={<Icon name="trash" />}
          rightSection={<ShortcutKey chord="Del" />}
          onClick={() => removeChosen(store)}
        >
          {selection.size > 1 ? messages.componentMenu.deleteCount(selection.size) : messages.shared.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
