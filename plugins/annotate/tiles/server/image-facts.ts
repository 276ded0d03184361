import sharp from 'sharp';
import { Fault } from '#core/base/common/index.ts';
import { longestSide } from '../common/archive-layout.ts';

/** Facts in the header of an image. */
export interface ImageFacts {
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
  /** True when the file asks for the image to be turned. */
  readonly turned: boolean;
}

/** Reads the header of an image file. @throws Fault ASSET_UNREADABLE, TOO_LARGE, naming the file. */
export async function imageFacts(file: string, name: string): Promise<ImageFacts> {
  let found;
  try {
    found = await sharp(file, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw unreadableImage(name, error);
  }
  const { width, height, orientation = 1 } = found;
  demandSize(name, found);
  const sideways = orientation >= 5;
  return { width: sideways ? height : width, height: sideways ? width : height, turned: orientation > 1 };
}

/** Refuses an image that is too large. @throws Fault TOO_LARGE naming it */
export function demandSize(name: string, { width, height }: { readonly width: number; readonly height: number }): void {
  if (Math.max(width, height) > longestSide)
    throw new Fault(
      'TOO_LARGE',
      `${name} has ${width} × ${height} pixels; at most ${longestSide} a side are supported.`,
      { status: 413, details: { width, height } },
    );
}

/** 422 of an image that cannot be decoded. */
export const unreadableImage = (name: string, cause: unknown): Fault =>
  new Fault('ASSET_UNREADABLE', `${name} can't be read as an image. It may be damaged or cut off.`, {
    status: 422,
    cause,
  });
