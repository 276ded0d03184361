import { rgbMatrix } from './grab-cut.ts';
import type { LiveWire, OpenCv } from './opencv.ts';
import type { VisionPicture } from './vision-calls.ts';

/** Follows borders in a picture from a seed to wherever the pointer is (intelligent scissors). */
export class BorderWire {
  readonly #cv: OpenCv;
  #wire: LiveWire | undefined;

  constructor(cv: OpenCv) {
    this.#cv = cv;
  }

  open(picture: VisionPicture): void {
    const cv = this.#cv;
    this.#wire?.delete();
    const wire = new cv.segmentation_IntelligentScissorsMB();
    wire.setEdgeFeatureCannyParameters(32, 100);
    wire.setGradientMagnitudeMaxLimit(200);
    const matrix = rgbMatrix(cv, picture);
    wire.applyImage(matrix);
    matrix.delete();
    this.#wire = wire;
  }

  seed(x: number, y: number): void {
    this.#wire?.buildMap(new this.#cv.Point(x, y));
  }

  path(x: number, y: number): readonly number[] {
    if (this.#wire === undefined) return [];
    const contour = new this.#cv.Mat();
    try {
      this.#wire.getContour(new this.#cv.Point(x, y), contour);
      return Array.from(contour.data32S);
    } finally {
      contour.delete();
    }
  }
}
