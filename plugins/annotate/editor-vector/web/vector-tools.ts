import type { EditorTool } from '#plugins/annotate/editor/web/kit/editor-type.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/tool-state.ts';
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
  { id: 'select', title: 'Select', icon: 'select', shortcut: 'V', begin: selectTool },
  { id: 'box', title: 'Box', icon: 'square', shortcut: 'B', begin: boxTool },
  { id: 'rotated-box', title: 'Rotated box', icon: 'rotatedSquare', shortcut: 'R', begin: rotatedBoxTool },
  { id: 'polygon', title: 'Polygon', icon: 'polygon', shortcut: 'P', begin: context => pathTool(context, 'polygon') },
  {
    id: 'polyline',
    title: 'Polyline',
    icon: 'polyline',
    shortcut: 'L',
    begin: context => pathTool(context, 'polyline'),
  },
  { id: 'point', title: 'Point', icon: 'point', shortcut: '.', begin: pointTool },
  { id: 'ellipse', title: 'Ellipse', icon: 'ellipse', shortcut: 'O', begin: ellipseTool },
  { id: 'cuboid', title: 'Cuboid', icon: 'box', shortcut: 'U', begin: cuboidTool },
  { id: 'template', title: 'Template', icon: 'skeleton', shortcut: 'K', begin: templateTool },
  { id: 'tag', title: 'Tag', icon: 'tag', shortcut: 'T', begin: tagTool },
  { id: 'slice', title: 'Slice', icon: 'slice', shortcut: 'X', begin: sliceTool },
  { id: 'simplify', title: 'Simplify', icon: 'simplify', shortcut: 'Shift+S', begin: simplifyTool },
];
