import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Georeference } from '#plugins/annotate/tiles/common/index.ts';
import { toGround, toPixels } from '#plugins/annotate/tiles/common/index.ts';

/** The place and the scale of an image, as its file gives them. */
export interface FilePlace {
  readonly georeference: Georeference | null;
  /** Metres along a pixel of an image that has a scale and no place on the earth. */
  readonly metres_per_pixel: number | null;
}

/** The units in which an image is measured: metres where its scale is known, else pixels. */
export class ImageUnits {
  #georeference: Georeference | undefined;
  #scale: number | undefined;

  constructor(georeference: Georeference | undefined) {
    this.#georeference = georeference;
  }

  /** Takes the place that the file gives, where the document gives none, and its scale. */
  learn({ georeference, metres_per_pixel: scale }: FilePlace): void {
    this.#georeference ??= georeference ?? undefined;
    this.#scale = scale ?? undefined;
  }

  /**
   * The name of the reference system; '' of one without a name, undefined where the image has no place on the earth.
   */
  get system(): string | undefined {
    return this.#georeference?.crs;
  }

  /** Metres along one pixel; undefined where only pixels are known. */
  get metresPerPixel(): number | undefined {
    const georeference = this.#georeference;
    if (georeference === undefined) return this.#scale;
    return isMetric(georeference.crs) ? scaleOf(georeference) : undefined;
  }

  /** The pixels of coordinates of the reference system. */
  pixels({ x, y }: Place): Place | undefined {
    if (this.#georeference === undefined) return undefined;
    const [column, row] = toPixels(this.#georeference.transform, x, y);
    return { x: column, y: row };
  }

  /** A length in pixels, in words. */
  length(pixels: number): string {
    if (this.metresPerPixel === undefined) return `${rounded(pixels)} px`;
    const metres = pixels * this.metresPerPixel;
    const unit = unitOf(metres);
    return `${rounded(metres / unit.metres)} ${unit.name}`;
  }

  /** An area in square pixels, in words. */
  area(pixels: number): string {
    if (this.metresPerPixel === undefined) return `${rounded(pixels)} px²`;
    const metres = pixels * this.metresPerPixel ** 2;
    // As long as the side of a square of this area.
    const unit = metres >= 1_000_000 ? KILOMETRES : unitOf(Math.sqrt(metres));
    return `${rounded(metres / unit.metres ** 2)} ${unit.name}²`;
  }

  /** The coordinates of a place in its reference system, in words; undefined where the image has none. */
  ground(x: number, y: number): string | undefined {
    if (this.#georeference === undefined) return undefined;
    const { crs, transform } = this.#georeference;
    const digits = isMetric(crs) ? 2 : 6;
    const [east, north] = toGround(transform, x, y);
    return `${east.toFixed(digits)}, ${north.toFixed(digits)}${crs === '' ? '' : ` ${crs}`}`;
  }
}

interface Unit {
  readonly name: string;
  readonly metres: number;
}

const KILOMETRES: Unit = { name: 'km', metres: 1000 };

/** Maps are read in metres and kilometres, slides in micrometres and millimetres. */
function unitOf(metres: number): Unit {
  if (metres >= 10_000) return KILOMETRES;
  if (metres >= 0.1) return { name: 'm', metres: 1 };
  return metres >= 1e-3 ? { name: 'mm', metres: 1e-3 } : { name: 'µm', metres: 1e-6 };
}

/** Web Mercator and the zones of UTM are counted in metres. */
const isMetric = (crs: string): boolean => /^EPSG:(3857|32[67]\d\d)$/.test(crs);

const scaleOf = ({ transform: [a, b, , d, e] }: Georeference): number => Math.sqrt(Math.abs(a! * e! - b! * d!));

const rounded = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 }).replaceAll(',', ' ');
