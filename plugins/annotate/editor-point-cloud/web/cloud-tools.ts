import type { EditorTool } from '#plugins/annotate/editor/web/kit/index.ts';
import { keyScope } from './cloud-keys.ts';
import { messages } from './messages.ts';

/** The tool without which there is always one. */
export const RESTING = 'select';

const tool = (id: string, title: string, icon: string, group: EditorTool['group']): EditorTool => ({
  id,
  title,
  icon,
  group: group!,
  command: `${keyScope}.tool.${id}`,
});

/** The tools that change nothing but the view. */
export const viewTools: readonly string[] = [RESTING, 'measure', 'crop'];

/** The tools of the point cloud editor, in the order of the tool bar. */
export const cloudTools: readonly EditorTool[] = [
  tool(RESTING, messages.shared.select, 'select', 'select'),
  tool('cuboid', messages.shared.cuboid, 'box', 'shapes'),
  tool('fit', messages.shared.fit, 'magnet', 'shapes'),
  tool('polyline', messages.shared.polyline, 'polyline', 'shapes'),
  tool('polygon', messages.shared.polygon, 'polygon', 'shapes'),
  tool('point', messages.shared.point, 'point', 'shapes'),
  tool('lasso', messages.shared.lasso, 'lasso', 'edit'),
  tool('brush', messages.shared.brush, 'brush', 'edit'),
  tool('flood', messages.shared.flood, 'fill', 'edit'),
  tool('measure', messages.shared.measure, 'ruler', 'edit'),
  tool('crop', messages.shared.crop, 'crop', 'edit'),
];
