import type { EditorTool } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
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
  { id: 'select', group: 'select', title: 'Select and move', icon: 'select', shortcut: 'V', begin: selectTool },
  {
    id: 'brush',
    group: 'shapes',
    title: 'Brush',
    icon: 'brush',
    shortcut: 'B',
    begin: context => brushTool(context, 'brush'),
  },
  {
    id: 'eraser',
    group: 'shapes',
    title: 'Eraser',
    icon: 'eraser',
    shortcut: 'E',
    begin: context => brushTool(context, 'eraser'),
  },
  {
    id: 'polygon',
    group: 'shapes',
    title: 'Polygon fill',
    icon: 'polygon',
    shortcut: 'P',
    begin: context => outlineTool(context, 'polygon', false),
  },
  {
    id: 'polygon-erase',
    group: 'shapes',
    title: 'Polygon erase',
    icon: 'polygonOff',
    shortcut: 'Shift+P',
    begin: context => outlineTool(context, 'polygon', true),
  },
  {
    id: 'lasso',
    group: 'shapes',
    title: 'Lasso',
    icon: 'lasso',
    shortcut: 'L',
    begin: context => outlineTool(context, 'lasso', false),
  },
  { id: 'fill', group: 'shapes', title: 'Fill', icon: 'fill', shortcut: 'K', begin: fillTool },
  { id: 'wand', group: 'shapes', title: 'Magic wand', icon: 'wand', shortcut: 'W', begin: wandTool },
  {
    id: 'superpixel',
    group: 'shapes',
    title: 'Superpixels',
    icon: 'superpixels',
    shortcut: 'S',
    begin: superpixelTool,
  },
];
