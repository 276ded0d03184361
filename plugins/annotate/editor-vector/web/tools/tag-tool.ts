import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';

/**
 * Tags say something about the whole item, so there is nothing to draw: the choices over the stage take the keyboard.
 */
export function tagTool(): () => ToolState {
  return () => ({ name: 'tag.idle', cursor: 'default' });
}
