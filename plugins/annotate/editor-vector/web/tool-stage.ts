import type { Stage } from '#plugins/annotate/stage/web/kit/index.ts';

/** Part of a stage that the tools need; tests bring a small one. */
export type ToolStage = Pick<
  Stage,
  'camera' | 'layer' | 'style' | 'labels' | 'reach' | 'shapeAt' | 'requestOverlay'
> & { readonly input: Pick<Stage['input'], 'last'> };
