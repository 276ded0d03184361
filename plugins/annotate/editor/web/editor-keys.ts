import { matches, parseShortcut } from '#core/shortcuts/common/index.ts';
import type { EditorController } from './editor-controller.ts';

const STEPS = ['Left', 'Right', 'D', 'F'].map(parseShortcut);

/** True while a dialog or menu has the keyboard: its keys are its own. */
export function isOverlaid(): boolean {
  const holder = document.activeElement?.closest('[role="dialog"], [role="menu"]') ?? null;
  return holder !== null || document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/**
 * The editor's first refusal of a key; `true` means taken. Plain steps to the next item are held back while something is selected,
 * so that nobody leaves an item by a slip while working on a shape.
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
