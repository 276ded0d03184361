import type { EditorTool } from '#plugins/annotate/editor/web/kit/index.ts';
import { keyScope } from './cloud-keys.ts';
import { messages } from './messages.ts';

/** The tool without which there is always one. */
export const RESTING = 'select';

const { shared } = messages;
const tool = (id: string, title: string, icon: string, group: EditorTool['group']): EditorTool => ({
  id,
  title,
  icon,
  group: group!,
  command: `${keyScope}.tool.${id}`,
});

/** The tools of the point cloud editor, in the order of the tool bar. */
export const cloudTools: readonly EditorTool[] = [
  tool(RESTING, shared.select, 'select', 'select'),
  tool('cuboid', shared.cuboid, 'box', 'shapes'),
  tool('fit', shared.fit, 'magnet', 'shapes'),
  tool('polyline', shared.polyline, 'polyline', 'shapes'),
  tool('polygon', shared.polygon, 'polygon', 'shapes'),
  tool('point', shared.point, 'point', 'shapes'),
  tool('measure', shared.measure, 'ruler', 'edit'),
];
