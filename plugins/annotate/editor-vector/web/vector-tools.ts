import type { EditorTool } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from './messages.ts';
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
  { id: 'select', group: 'select', title: messages.shared.select, icon: 'select', shortcut: 'V', begin: selectTool },
  {
    id: 'box',
    shape: 'bbox',
    group: 'shapes',
    title: messages.shared.box,
    icon: 'square',
    shortcut: 'B',
    begin: boxTool,
  },
  {
    id: 'rotated-box',
    shape: 'rbbox',
    group: 'shapes',
    title: messages.shared.rotatedBox,
    icon: 'rotatedSquare',
    shortcut: 'R',
    begin: rotatedBoxTool,
  },
  {
    id: 'polygon',
    shape: 'polygon',
    group: 'shapes',
    title: messages.shared.polygon,
    icon: 'polygon',
    shortcut: 'P',
    begin: context => pathTool(context, 'polygon'),
  },
  {
    id: 'polyline',
    shape: 'polyline',
    group: 'shapes',
    title: messages.shared.polyline,
    icon: 'polyline',
    shortcut: 'L',
    begin: context => pathTool(context, 'polyline'),
  },
  {
    id: 'point',
    shape: 'point',
    group: 'shapes',
    title: messages.shared.point,
    icon: 'point',
    shortcut: '.',
    begin: pointTool,
  },
  {
    id: 'ellipse',
    shape: 'ellipse',
    group: 'shapes',
    title: messages.shared.ellipse,
    icon: 'ellipse',
    shortcut: 'O',
    begin: ellipseTool,
  },
  {
    id: 'cuboid',
    shape: 'cuboid',
    group: 'shapes',
    title: messages.shared.cuboid,
    icon: 'box',
    shortcut: 'U',
    begin: cuboidTool,
  },
  {
    id: 'template',
    shape: 'template',
    group: 'shapes',
    title: messages.shared.template,
    icon: 'skeleton',
    shortcut: 'K',
    begin: templateTool,
  },
  { id: 'tag', group: 'shapes', title: messages.shared.tag, icon: 'tag', shortcut: 'T', begin: tagTool },
  { id: 'slice', group: 'edit', title: messages.vectorTools.slice, icon: 'slice', shortcut: 'X', begin: sliceTool },
  {
    id: 'simplify',
    group: 'edit',
    title: messages.vectorTools.simplify,
    icon: 'simplify',
    shortcut: 'Shift+S',
    begin: simplifyTool,
  },
];
