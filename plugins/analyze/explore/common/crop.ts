/** An upright box in pixels of the picture. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture drawn in a tile so that one object fills it. All values are pixels of the tile. */
export interface Crop {
  readonly picture: Box;
  readonly object: Box;
  /** Pixels of the tile for one of the picture. */
  readonly scale: number;
}

/** Room around an object, as a share of its longer side. */
const MARGIN = 0.2;
/** A point has no size: so many pixels of the picture around it are shown. */
const SMALLEST = 24;

/** Places a picture in a tile so that the object is centred in it with a margin around. */
export function cropOf(object: Box, picture: Size, tile: Size): Crop {
  const margin = MARGIN * Math.max(object.width, object.height);
  const shown = {
    width: Math.max(SMALLEST, object.width + 2 * margin),
    height: Math.max(SMALLEST, object.height + 2 * margin),
  };
  const scale = Math.min(tile.width / shown.width, tile.height / shown.height);
  const left = tile.width / 2 - (object.x + object.width / 2) * scale;
  const top = tile.height / 2 - (object.y + object.height / 2) * scale;
  return {
    scale,
    picture: { x: left, y: top, width: picture.width * scale, height: picture.height * scale },
    object: {
      x: left + object.x * scale,
      y: top + object.y * scale,
      width: object.width * scale,
      height: object.height * scale,
    },
  };
}

/** Returns whether a small picture, `thumbnail` pixels at its longer side, is sharp enough for a crop. */
export const isSharpEnough = ({ scale }: Crop, picture: Size, thumbnail: number): boolean =>
  scale * Math.max(picture.width, picture.height) <= thumbnail * 1.5;
