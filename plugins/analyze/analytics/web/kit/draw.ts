import type * as Plot from '@observablehq/plot';

/** Pixels. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** Makes the drawing of a chart. The library comes as an argument: it is loaded with the first chart. */
export type Draw = (plot: typeof Plot, size: ChartSize) => Element;
