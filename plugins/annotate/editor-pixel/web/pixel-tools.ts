import type { EditorTool } from '#plugins/annotate/editor/web/kit/editor-type.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/tool-state.ts';
import type { PixelContext } from './pixel-context.ts';
import type { SuperpixelBlocks } from './superpixels/superpixel-blocks.ts';
import { brushTool } from './tools/brush-tool.ts';
import { fillTool } from './tools/fill-tool.ts';
import { outlineTool } from './tools/outline-tool.ts';
import { selectTool } from './tools/select-tool.ts';
import { superpixelTool } from './tools/superpixel-tool.ts';
import { wandTool } from './tools/wand-tool.ts';

/** A tool of the pixel editor: how the tool bar shows it and the state it begins in. */
export interface PixelTool extends EditorTool {
  readonly begin: (context: PixelContext, blocks: SuperpixelBlocks) => () => ToolState;
}

/** In the order of the tool bar; the first is the one to fall back to. */
export const pixelTools: readonly PixelTool[] = [
  { id: 'select', title: 'Select and move', icon: 'select', shortcut: 'V', begin: selectTool },
  { id: 'brush', title: 'Brush', icon: 'brush', shortcut: 'B', begin: context => brushTool(context, 'brush') },
  { id: 'eraser', title: 'Eraser', icon: 'eraser', shortcut: 'E', begin: context => brushTool(context, 'eraser') },
  {
    id: 'polygon',
    title: 'Polygon fill',
    icon: 'polygon',
    shortcut: 'P',
    begin: context => outlineTool(context, 'polygon', false),
  },
  {
    id: 'polygon-erase',
    title: 'Polygon erase',
    icon: 'polygonOff',
    shortcut: 'Shift+P',
    begin: context => outlineTool(context, 'polygon', true),
  },
  { id: 'lasso', title: 'Lasso', icon: 'lasso', shortcut: 'L', begin: context => outlineTool(context, 'lasso', false) },
  { id: 'fill', title: 'Fill', icon: 'fill', shortcut: 'F', begin: fillTool },
  { id: 'wand', title: 'Magic wand', icon: 'wand', shortcut: 'W', begin: wandTool },
  { id: 'superpixel', title: 'Superpixels', icon: 'superpixels', shortcut: 'S', begin: superpixelTool },
];
