import loaded from '@techstark/opencv-js';

/** A matrix in the memory of the library; it must be deleted. */
export interface Matrix {
  readonly data: Uint8Array;
  readonly data32S: Int32Array;
  readonly rows: number;
  readonly cols: number;
  copyTo(to: Matrix): void;
  delete(): void;
}

/** A list of matrices or points in the memory of the library. */
export interface LiveWire {
  setEdgeFeatureCannyParameters(low: number, high: number): void;
  setGradientMagnitudeMaxLimit(limit: number): void;
  applyImage(picture: Matrix): void;
  buildMap(seed: object): void;
  getContour(target: object, contour: Matrix): void;
  delete(): void;
}

/** The part of OpenCV that is used here, by its own names. */
export interface OpenCv {
  readonly Mat: new (rows?: number, columns?: number, type?: number) => Matrix;
  readonly Rect: new (x: number, y: number, width: number, height: number) => object;
  readonly Point: new (x: number, y: number) => object;
  readonly Scalar: new (...values: number[]) => object;
  readonly segmentation_IntelligentScissorsMB: new () => LiveWire;
  readonly CV_8UC1: number;
  readonly CV_8UC3: number;
  readonly CV_8UC4: number;
  readonly CV_64FC1: number;
  readonly COLOR_RGBA2RGB: number;
  readonly GC_INIT_WITH_RECT: number;
  readonly GC_INIT_WITH_MASK: number;
  readonly GC_EVAL: number;
  readonly FLOODFILL_MASK_ONLY: number;
  readonly FLOODFILL_FIXED_RANGE: number;
  matFromArray(rows: number, columns: number, type: number, data: ArrayLike<number>): Matrix;
  cvtColor(from: Matrix, to: Matrix, code: number): void;
  grabCut(
    picture: Matrix,
    mask: Matrix,
    box: object,
    background: Matrix,
    foreground: Matrix,
    rounds: number,
    mode: number,
  ): void;
  floodFill(
    picture: Matrix,
    mask: Matrix,
    seed: object,
    value: object,
    bounds: object,
    low: object,
    high: object,
    flags: number,
  ): number;
}

type Loading = OpenCv & { onRuntimeInitialized?: () => void };

/**
 * The library when it is ready. It has a `then` of its own that resolves to itself for ever, so it is never awaited and
 * never returned from an async function: it comes in a box.
 */
export const openCv: Promise<{ readonly cv: OpenCv }> = new Promise(resolve => {
  const cv = loaded as unknown as Loading;
  if ('Mat' in cv) resolve({ cv });
  else (cv as Loading).onRuntimeInitialized = () => resolve({ cv });
});
