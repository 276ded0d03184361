import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Georeference } from '#plugins/annotate/tiles/common/index.ts';
import { toGround, toPixels } from '#plugins/annotate/tiles/common/index.ts';

/** The units in which an image is measured: metres where it has a place in a metric reference system, else pixels. */
export class ImageUnits {
  #georeference: Georeference | undefined;

  constructor(georeference: Georeference | undefined) {
    this.#georeference = georeference;
  }

  /** Takes the place that the file gives, where the document gives none. */
  learn(georeference: Georeference | null): void {
    this.#georeference ??= georeference ?? undefined;
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
    return georeference !== undefined && isMetric(georeference.crs) ? scaleOf(georeference) : undefined;
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
    return metres >= 10_000 ? `${rounded(metres / 1000)} km` : `${rounded(metres)} m`;
  }

  /** An area in square pixels, in words. */
  area(pixels: number): string {
    if (this.metresPerPixel === undefined) return `${rounded(pixels)} px²`;
    const metres = pixels * this.metresPerPixel ** 2;
    return metres >= 1_000_000 ? `${rounded(metres / 1_000_000)} km²` : `${rounded(metres)} m²`;
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

/** Web Mercator and the zones of UTM are counted in metres. */
const isMetric = (crs: string): boolean => /^EPSG:(3857|32[67]\d\d)$/.test(crs);

const scaleOf = ({ transform: [a, b, , d, e] }: Georeference): number => Math.sqrt(Math.abs(a! * e! - b! * d!));

const rounded = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 }).replaceAll(',', ' ');
