import type { EditorTool } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { boxTool } from './tools/box-tool.ts';
import { cuboidTool } from './tools/cuboid-tool.ts';
import { ellipseTool } from './tools/ellipse-tool.ts';
import { pathTool } from './tools/path-tool.ts';
import { pointTool } from './tools/point-tool.ts';
import { rotatedBoxTool } from './tools/rotated-box-tool.ts';
import { selectTool } from './tools/select-tool.ts';
import { simplifyTool } from './tools/simplify-tool.ts';
import { sliceTool } from './tools/slice-tool.ts';
import { tagTool } from './tools/tag-tool.ts';
import { templateTool } from './tools/template-tool.ts';
import type { VectorContext } from './vector-context.ts';

/** A tool of the vector editor: how the tool bar shows it and the state it begins in. */
export interface VectorTool extends EditorTool {
  readonly begin: (context: VectorContext) => () => ToolState;
}

/** In the order of the tool bar; the first is the one to fall back to. */
export const vectorTools: readonly VectorTool[] = [
  { id: 'select', group: 'select', title: 'Select', icon: 'select', shortcut: 'V', begin: selectTool },
  { id: 'box', group: 'shapes', title: 'Box', icon: 'square', shortcut: 'B', begin: boxTool },
  {
    id: 'rotated-box',
    group: 'shapes',
    title: 'Rotated box',
    icon: 'rotatedSquare',
    shortcut: 'R',
    begin: rotatedBoxTool,
  },
  {
    id: 'polygon',
    group: 'shapes',
    title: 'Polygon',
    icon: 'polygon',
    shortcut: 'P',
    begin: context => pathTool(context, 'polygon'),
  },
  {
    id: 'polyline',
    group: 'shapes',
    title: 'Polyline',
    icon: 'polyline',
    shortcut: 'L',
    begin: context => pathTool(context, 'polyline'),
  },
  { id: 'point', group: 'shapes', title: 'Point', icon: 'point', shortcut: '.', begin: pointTool },
  { id: 'ellipse', group: 'shapes', title: 'Ellipse', icon: 'ellipse', shortcut: 'O', begin: ellipseTool },
  { id: 'cuboid', group: 'shapes', title: 'Cuboid', icon: 'box', shortcut: 'U', begin: cuboidTool },
  { id: 'template', group: 'shapes', title: 'Template', icon: 'skeleton', shortcut: 'K', begin: templateTool },
  { id: 'tag', group: 'shapes', title: 'Tag', icon: 'tag', shortcut: 'T', begin: tagTool },
  { id: 'slice', group: 'edit', title: 'Slice', icon: 'slice', shortcut: 'X', begin: sliceTool },
  { id: 'simplify', group: 'edit', title: 'Simplify', icon: 'simplify', shortcut: 'Shift+S', begin: simplifyTool },
];
