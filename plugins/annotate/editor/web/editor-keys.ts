import { matches, parseShortcut } from '#core/shortcuts/common/index.ts';
import { subscribe } from 'valtio';
import { toDisposable } from '#core/base/common/index.ts';
import type { WebPluginContext } from '#core/kernel/web/index.ts';
import { ShortcutDispatcher } from '#core/shortcuts/web/index.ts';
import type manifest from '../manifest.ts';
import type { EditorController } from './editor-controller.ts';
import { HeldKeys } from './held-keys.ts';

const STEPS = ['Left', 'Right'].map(parseShortcut);

/** True while a dialog or menu has the keyboard: its keys are its own. */
export function isOverlaid(): boolean {
  const holder = document.activeElement?.closest('[role="dialog"], [role="menu"]') ?? null;
  return holder !== null || document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/**
 * Offers a key to the editor first; `true` means taken. Arrow keys move what is selected, so they never lead to another
 * item while something is, not even in editors that have no use for them.
 */
export function pressInEditor(controller: EditorController, event: KeyboardEvent): boolean | undefined {
  const { editor } = controller.state;
  const open = controller.document;
  if (open === undefined || editor === undefined || isOverlaid()) return undefined;
  const onButton =
    event.target instanceof HTMLElement &&
    event.target.closest('button, a, [role="tab"], [role="option"], input') !== null;
  if (onButton && ['Enter', ' ', 'Tab'].includes(event.key)) return undefined;
  if (editor.key(event)) return true;
  if (open.scene.selection.size > 0 && STEPS.some(each => matches(each, event))) return true;
  return undefined;
}

/** Keeps the keys pressed while an item opens, and repeats them once its editor is there: a fast person loses none. */
export function followHeldKeys(
  { get, tap, own }: Pick<WebPluginContext<typeof manifest>, 'get' | 'tap' | 'own'>,
  controller: EditorController,
): void {
  const held = new HeldKeys();
  const isOpening = (): boolean => {
    const { controller: now, editor, opening } = controller.state;
    return (
      opening || now.phase === 'loading' || (now.phase === 'ready' && now.type !== undefined && editor === undefined)
    );
  };
  tap(
    get(ShortcutDispatcher).pressed,
    event => (isOpening() && !isOverlaid() && held.hold(event, performance.now()) ? true : undefined),
    { stage: -2 },
  );
  own(
    toDisposable(
      subscribe(controller.state, () => {
        if (isOpening()) return;
        const keys = held.take(performance.now());
        if (controller.state.editor === undefined) return;
        for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', key));
      }),
    ),
  );
}
