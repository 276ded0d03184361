import type { Stage } from '#plugins/annotate/stage/web/kit/index.ts';

/** What the tools need of a stage; tests bring a small one. */
export type ToolStage = Pick<
  Stage,
  'camera' | 'layer' | 'style' | 'labels' | 'reach' | 'shapeAt' | 'requestOverlay'
> & { readonly input: Pick<Stage['input'], 'last'> };
