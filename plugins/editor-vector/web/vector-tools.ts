import type { EditorTool } from '#plugins/editor/web/kit/editor-type.ts';
import type { ToolState } from '#plugins/editor/web/kit/stage/tool-state.ts';
import { boxTool } from './tools/box-tool.ts';
import { pathTool } from './tools/path-tool.ts';
import { pointTool } from './tools/point-tool.ts';
import { selectTool } from './tools/select-tool.ts';
import type { VectorContext } from './vector-context.ts';

/** A tool of the vector editor: how the tool bar shows it and the state it begins in. */
export interface VectorTool extends EditorTool {
  readonly begin: (context: VectorContext) => () => ToolState;
}

/** In the order of the tool bar; the first is the one to fall back to. */
export const vectorTools: readonly VectorTool[] = [
  { id: 'select', title: 'Select', icon: 'select', shortcut: 'V', begin: selectTool },
  { id: 'box', title: 'Box', icon: 'square', shortcut: 'B', begin: boxTool },
  { id: 'polygon', title: 'Polygon', icon: 'polygon', shortcut: 'P', begin: context => pathTool(context, 'polygon') },
  { id: 'polyline', title: 'Polyline', icon: 'polyline', shortcut: 'L', begin: context => pathTool(context, 'polyline') },
  { id: 'point', title: 'Point', icon: 'point', shortcut: '.', begin: pointTool },
];
