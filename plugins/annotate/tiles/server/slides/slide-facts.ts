/** Facts in the header of a whole-slide image. */
export interface SlideFacts {
  /** Pixels at full resolution. */
  readonly width: number;
  readonly height: number;
  /** Metres along one pixel; undefined where the slide does not say. */
  readonly metresPerPixel: number | undefined;
}

/** Metres along a pixel that no microscope has. */
const COARSEST = 1e-3;

/** Reads the fields of a header as `vipsheader -a` prints them; undefined unless OpenSlide read the file. */
export function slideFacts(said: string): SlideFacts | undefined {
  const fields = new Map(said.split('\n').map(line => [line.slice(0, line.indexOf(': ')), afterColon(line)] as const));
  if (!fields.get('vips-loader')?.startsWith('openslide')) return undefined;
  const [width, height] = [Number(fields.get('width')), Number(fields.get('height'))];
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) return undefined;
  const [across, down] = ['x', 'y'].map(axis => Number(fields.get(`openslide.mpp-${axis}`)) / 1e6) as [number, number];
  const isScale = across > 0 && down > 0 && Math.max(across, down) < COARSEST;
  return { width, height, metresPerPixel: isScale ? Math.sqrt(across * down) : undefined };
}

const afterColon = (line: string): string => line.slice(line.indexOf(': ') + 2).trim();
