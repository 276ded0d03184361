import type { AssistantTool } from '#plugins/annotate/editor/web/kit/index.ts';
import type { VectorAssistant, VectorTool } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { vectorTools } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { keyScope } from './video-keys.ts';

/** Drawing tools of pictures that make shapes with key frames, in the order of the tool bar. */
const offered = ['select', 'box', 'rotated-box', 'polygon', 'polyline', 'point', 'ellipse', 'template', 'tag'];

const videoTools: readonly VectorTool[] = offered.flatMap(id => {
  const found = vectorTools.find(tool => tool.id === id);
  if (found === undefined) return [];
  const { shortcut: _, ...tool } = found;
  return [{ ...tool, command: `${keyScope}.tool.${id}` }];
});

/** The tools with those of intelligent help after them. */
export const toolsWith = (assistants: readonly AssistantTool[], assistant: VectorAssistant): readonly VectorTool[] => [
  ...videoTools,
  ...assistants.map(tool => ({ ...tool, begin: () => tool.begin(assistant), command: `${keyScope}.tool.${tool.id}` })),
];

/** Tools with which points of shapes are dragged. */
export const handledTools: ReadonlySet<string> = new Set(['select', 'template']);
