import type { MenuItem } from '#core/commands/common/index.ts';
import type { WebPluginContext } from '#core/kernel/web/index.ts';
import { WebPluginHost } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { EditorController } from './editor-controller.ts';
import type { Editor, EditorCommand } from './kit/editor-type.ts';
import { messages } from './messages.ts';

/**
 * Puts what the open editor can be asked into the command palette, and does it. Commands of the frame appear there by
 * themselves, and those of plugins that are in the menu of the item.
 */
export function offerInPalette(
  { get, command, tap, hooks }: WebPluginContext<typeof manifest>,
  isOpen: () => boolean,
): void {
  const [controller, host] = [get(EditorController), get(WebPluginHost)];
  const offered = (): readonly EditorCommand[] =>
    controller.document === undefined || controller.state.editor === undefined
      ? []
      : commandsOf(controller.state.editor as Editor);
  tap(hooks.menu.for('palette'), (items, place) => [
    ...items,
    ...(isOpen() ? host.menu('editor.item', place) : []),
    ...offered().map((each): MenuItem => ({
      id: `${manifest.id}.run.${each.id}`,
      title: each.title,
      group: each.group,
      order: 10,
      command: `${manifest.id}.runOfEditor`,
      argument: { commandId: each.id },
      keyed: each.id,
    })),
  ]);
  command(
    'runOfEditor',
    ({ commandId }) =>
      offered()
        .find(each => each.id === commandId)
        ?.run(),
    isOpen,
  );
}

const commandsOf = (editor: Editor): readonly EditorCommand[] =>
  editor.namedCommands?.() ??
  editor.tools.map(({ id, title, command }) => ({
    id: command ?? `tool.${id}`,
    title,
    group: messages.groups.tools,
    run: () => editor.setTool(id),
  }));
