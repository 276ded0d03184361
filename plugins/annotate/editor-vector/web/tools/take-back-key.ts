import type { StageKey } from '#plugins/annotate/stage/web/kit/index.ts';

/**
 * Backspace, Delete and Ctrl+Z take the last point of a drawing back, rather than deleting or undoing what was there
 * before.
 */
export function isTakeBack({ key, ctrl, shift }: StageKey): boolean {
  return key === 'backspace' || key === 'delete' || (key === 'z' && ctrl && !shift);
}
