import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { EditorSession, EditorTool } from './editor-type.ts';
import type { Stage, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';

/**
 * Part of a picture's pixels, in item pixels: `data` holds 1 inside and 0 outside, row by row, `width × height`
 * entries.
 */
export interface RegionMask {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** One connected piece as outlines in item pixels; flat lists x, y, … without a repeated first point. */
export interface RegionPart {
  readonly outer: readonly number[];
  readonly holes: readonly (readonly number[])[];
}

/** A region of the picture that help proposes; outlines and mask show the same. */
export interface SuggestedRegion {
  readonly parts: readonly RegionPart[];
  readonly mask: RegionMask;
  /** Confidence of the provider, 0..1. */
  readonly confidence: number;
}

/** Services of an editor for a tool of intelligent help. */
export interface AssistantContext {
  readonly session: EditorSession;
  readonly stage: Pick<Stage, 'camera' | 'layer' | 'reach' | 'shapeAt' | 'requestOverlay'> & {
    readonly input: Pick<Stage['input'], 'last'>;
  };
  /** `#RRGGBB` of what is drawn next. */
  readonly activeColor: string;
  /**
   * The picture's pixels inside an area of the item, made smaller so that the longer side has at most `longestSide`
   * pixels.
   */
  pixels(area: Rectangle, longestSide: number): Promise<ImageData>;
  /**
   * Makes the region an object of the editor's own kind with the active class: a polygon, or a mask. One undo entry.
   */
  accept(region: SuggestedRegion): void;
}

/**
 * A tool of intelligent help, shown after the editor's own tools. What it proposes is drawn by its states and is no
 * part of the document until accepted.
 */
export interface AssistantTool extends EditorTool {
  readonly begin: (context: AssistantContext) => () => ToolState;
}
