import type { Box } from '../../common/geometry/box.ts';
import { isCuboid } from '../../common/cloud-objects.ts';
import type { CloudTrack } from '../../common/tracks/cloud-track.ts';
import { shapeAt } from '../../common/tracks/interpolate.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { messages } from '../messages.ts';
import { OverlayPainter } from '../scene/overlay-painter.ts';
import type { StageView } from '../stage-view.ts';
import { CELL_HEIGHT, cellViews } from './cell-layout.ts';
import { paintPoints } from './point-raster.ts';

const TITLES = { top: messages.boxTitle.top, side: messages.boxTitle.side } as const;
/** RGBA pixel of the background of the large view. */
const BACKGROUND = 0xff_1d_18_14;
/** CSS pixels of the largest point in these small views. */
const LARGEST_POINT = 3;

/** The box of a track at a frame; a change that is not made yet shows at the frame of the editor. */
export function boxAt(editor: CloudEditor, track: CloudTrack, frame: number): Box | undefined {
  const time = editor.data.frames[frame]?.timestamp;
  const shape =
    frame === editor.state.frame ? editor.shown.get(track.id) : time === undefined ? undefined : shapeAt(track, time);
  return shape !== undefined && isCuboid(shape) ? shape : undefined;
}

/** The views of a box at one frame, painted again only when something in them changed. */
export class CellViews {
  /** Views on the canvas; empty where there is no box. */
  shown: readonly StageView[] = [];
  frame = 0;
  readonly #editor: CloudEditor;
  #canvas: HTMLCanvasElement | undefined;
  #painter: OverlayPainter | undefined;
  #painted: readonly unknown[] = [];
  #known: { readonly track: CloudTrack; readonly frame: number; readonly box: Box | undefined } | undefined;

  constructor(editor: CloudEditor) {
    this.#editor = editor;
  }

  /** Paints on a canvas so many CSS pixels wide, until the returned function is called. */
  follow(canvas: HTMLCanvasElement, track: CloudTrack, frame: number, width: number): () => void {
    this.frame = frame;
    if (this.#canvas !== canvas) {
      this.#canvas = canvas;
      this.#painter = new OverlayPainter(canvas);
      this.#painted = [];
    }
    const paint = (): void => this.#paint(canvas, this.#painter!, track, width);
    paint();
    return this.#editor.onView(paint);
  }

  /** The box, the same object as long as nothing of it changed. */
  #boxAt(track: CloudTrack, frame: number): Box | undefined {
    if (frame === this.#editor.state.frame) return boxAt(this.#editor, track, frame);
    if (this.#known?.track !== track || this.#known.frame !== frame)
      this.#known = { track, frame, box: boxAt(this.#editor, track, frame) };
    return this.#known.box;
  }

  #paint(canvas: HTMLCanvasElement, painter: OverlayPainter, track: CloudTrack, width: number): void {
    const { frame } = this;
    const { data, surface, preferences, state, context } = this.#editor;
    const box = this.#boxAt(track, frame);
    const nodes = box === undefined ? [] : data.chunksIn(box, frame);
    const active = frame === state.frame ? surface.active : undefined;
    const { coloring, pointSize } = preferences;
    const color = context.colorOf(track);
    const ratio = Math.min(2, window.devicePixelRatio);
    const asked = [
      box,
      nodes.length,
      active,
      coloring,
      pointSize,
      color,
      width,
      ratio,
      surface.boxZoom,
      data.heights[0],
    ];
    if (asked.every((each, at) => each === this.#painted[at])) return;
    const isResized = width !== this.#painted[6] || ratio !== this.#painted[7];
    this.#painted = asked;
    if (isResized) painter.resize(width, CELL_HEIGHT);
    this.shown = box === undefined ? [] : cellViews(box, width, surface.boxZoom);
    const picture = new ImageData(canvas.width, canvas.height);
    const pixels = new Uint32Array(picture.data.buffer).fill(BACKGROUND);
    const raster = { width: picture.width, height: picture.height, pixels };
    const style = { coloring, heights: data.heights, pointSize: Math.min(LARGEST_POINT, pointSize) * ratio };
    for (const view of this.shown) paintPoints(raster, view, ratio, nodes, style);
    canvas.getContext('2d')!.putImageData(picture, 0, 0);
    for (const { kind, rect, frame: view } of this.shown) {
      if (box === undefined || (kind !== 'top' && kind !== 'side')) continue;
      painter.inside(rect, () => painter.handles(box, kind, view, color));
      painter.frame(rect, TITLES[kind], kind === active);
    }
  }
}
