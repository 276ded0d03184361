import type { EditorTool } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from './messages.ts';
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
  {
    id: 'select',
    group: 'select',
    title: messages.shared.selectAndMove,
    icon: 'select',
    shortcut: 'V',
    begin: selectTool,
  },
  {
    id: 'brush',
    group: 'shapes',
    title: messages.pixelTools.brush,
    icon: 'brush',
    shortcut: 'B',
    begin: context => brushTool(context, 'brush'),
  },
  {
    id: 'eraser',
    group: 'shapes',
    title: messages.pixelTools.eraser,
    icon: 'eraser',
    shortcut: 'E',
    begin: context => brushTool(context, 'eraser'),
  },
  {
    id: 'polygon',
    group: 'shapes',
    title: messages.shared.polygonFill,
    icon: 'polygon',
    shortcut: 'P',
    begin: context => outlineTool(context, 'polygon', false),
  },
  {
    id: 'polygon-erase',
    group: 'shapes',
    title: messages.shared.polygonErase,
    icon: 'polygonOff',
    shortcut: 'Shift+P',
    begin: context => outlineTool(context, 'polygon', true),
  },
  {
    id: 'lasso',
    group: 'shapes',
    title: messages.pixelTools.lasso,
    icon: 'lasso',
    shortcut: 'L',
    begin: context => outlineTool(context, 'lasso', false),
  },
  { id: 'fill', group: 'shapes', title: messages.pixelTools.fill, icon: 'fill', shortcut: 'K', begin: fillTool },
  { id: 'wand', group: 'shapes', title: messages.shared.magicWand, icon: 'wand', shortcut: 'W', begin: wandTool },
  {
    id: 'superpixel',
    group: 'shapes',
    title: messages.pixelTools.superpixels,
    icon: 'superpixels',
    shortcut: 'S',
    begin: superpixelTool,
  },
];
