import type { Region } from './scene/region.ts';
import type { ViewRect } from './scene/point-renderer.ts';
import type { BoxSide } from './views/box-view.ts';
import type { ViewFrame } from './views/cloud-camera.ts';

/** One of the views on the surface. */
export interface StageView {
  readonly kind: 'main' | BoxSide;
  readonly rect: ViewRect;
  readonly frame: ViewFrame;
}

/** State of the stage that panels show beside the picture. */
export interface StageState {
  webgl: boolean;
  software: boolean;
  /** Points drawn in the large view. */
  shown: number;
  budget: number;
  /** Nodes on their way. */
  missing: number;
  /** CSS pixels of the column with the views of the selected box; 0 where none is selected. */
  column: number;
  /** The large view looks straight down. */
  above: boolean;
  /** Only what is around the selected box is drawn. */
  isolated: boolean;
  /** Points without a label are drawn bright. */
  unlabelled: boolean;
  /** They are dark for a moment, so that they blink. */
  blinkedOff: boolean;
  /** CSS pixels from the middle of the brush to its edge. */
  brush: number;
  /** The region in which points are drawn; undefined for all. */
  crop: Region | undefined;
}

/** The state of a stage that has drawn nothing. */
export const newState = (): StageState => ({
  webgl: true,
  software: false,
  shown: 0,
  budget: 0,
  missing: 0,
  column: 0,
  above: true,
  isolated: false,
  unlabelled: false,
  blinkedOff: false,
  brush: 16,
  crop: undefined,
});
