import type { VectorTool } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { vectorTools } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { keyScope } from './video-keys.ts';

/** Drawing tools of pictures that make shapes with key frames, in the order of the tool bar. */
const offered = ['select', 'box', 'rotated-box', 'polygon', 'polyline', 'point', 'ellipse', 'template', 'tag'];

export const videoTools: readonly VectorTool[] = offered.flatMap(id => {
  const found = vectorTools.find(tool => tool.id === id);
  if (found === undefined) return [];
  const { shortcut: _, ...tool } = found;
  return [{ ...tool, command: `${keyScope}.tool.${id}` }];
});
