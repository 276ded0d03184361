/**
 * Tab walks the objects of an editor only while it has the focus, or nothing has it, so that the page stays reachable
 * by keyboard.
 */
export function holdsFocus(editor: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || editor.contains(focused);
}
