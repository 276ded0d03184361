import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { grow, meets } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { RasterLayer } from '../raster-layer.ts';
import { emphasisOpacity } from '../stage-renderer.ts';

/** Item pixels along one side of a piece. */
const pieceSize = 256;

interface Piece {
  readonly canvas: HTMLCanvasElement;
  stale: boolean;
}

/** Draws a mask on a 2D canvas, from pieces that are painted again when something in them changed. */
export class RasterTiles {
  readonly #pieces = new Map<string, Piece>();
  #shown: LabelRaster | undefined;
  #style: object | undefined;

  /** Takes over what changed since the last frame. */
  follow(layer: RasterLayer): void {
    const changes = layer.takeChanges();
    if (changes.everything || layer.raster !== this.#shown || layer.style !== this.#style) this.#pieces.clear();
    this.#shown = layer.raster;
    this.#style = layer.style;
    // A line belongs to the pixel beside a change, too.
    const part = grow(changes.part, 2);
    for (const [name, piece] of this.#pieces) {
      const [column, row] = name.split(',').map(Number) as [number, number];
      if (
        meets(part, {
          minX: column * pieceSize,
          minY: row * pieceSize,
          maxX: (column + 1) * pieceSize,
          maxY: (row + 1) * pieceSize,
        })
      )
        piece.stale = true;
    }
  }

  /** Draws a part of the item; the context maps item pixels to the canvas. */
  draw(context: CanvasRenderingContext2D, layer: RasterLayer, part: Rectangle): void {
    const raster = this.#shown;
    if (raster === undefined) return;
    context.imageSmoothingEnabled = false;
    for (
      let row = Math.max(0, Math.floor(part.minY / pieceSize));
      row * pieceSize < Math.min(part.maxY, raster.height);
      row += 1
    ) {
      for (
        let column = Math.max(0, Math.floor(part.minX / pieceSize));
        column * pieceSize < Math.min(part.maxX, raster.width);
        column += 1
      ) {
        context.drawImage(this.#piece(raster, layer, column, row), column * pieceSize, row * pieceSize);
      }
    }
  }

  #piece(raster: LabelRaster, layer: RasterLayer, column: number, row: number): HTMLCanvasElement {
    const name = `${column},${row}`;
    const width = Math.min(pieceSize, raster.width - column * pieceSize);
    const height = Math.min(pieceSize, raster.height - row * pieceSize);
    let piece = this.#pieces.get(name);
    if (piece === undefined) {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      piece = { canvas, stale: true };
      this.#pieces.set(name, piece);
    }
    if (piece.stale)
      piece.canvas
        .getContext('2d')!
        .putImageData(paint(raster, layer, { left: column * pieceSize, top: row * pieceSize, width, height }), 0, 0);
    piece.stale = false;
    return piece.canvas;
  }
}

function paint(
  { labels, width: stride, height: lines }: LabelRaster,
  { palette, owners, style }: RasterLayer,
  area: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): ImageData {
  const image = new ImageData(area.width, area.height);
  const strong = emphasisOpacity(style.opacity) * 0.5 + style.opacity * 0.6;
  for (let y = 0; y < area.height; y += 1) {
    const row = area.top + y;
    for (let x = 0; x < area.width; x += 1) {
      const column = area.left + x;
      const at = row * stride + column;
      const label = labels[at]!;
      const state = palette[label * 4 + 3]!;
      if (label === 0 || state === 0) continue;
      const owner = owners[label]!;
      const edge =
        owners[labels[column > 0 ? at - 1 : at]!] !== owner ||
        owners[labels[column + 1 < stride ? at + 1 : at]!] !== owner ||
        owners[labels[row > 0 ? at - stride : at]!] !== owner ||
        owners[labels[row + 1 < lines ? at + stride : at]!] !== owner;
      const light = edge && state === 3 ? 1 : edge && state === 2 ? 0.6 : 0;
      const to = (y * area.width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1)
        image.data[to + channel] = palette[label * 4 + channel]! * (1 - light) + 255 * light;
      image.data[to + 3] = 255 * (edge ? 0.95 : state > 1 ? strong : style.opacity);
    }
  }
  return image;
}
