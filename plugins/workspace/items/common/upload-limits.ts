/** Plan codes. */
export const plans = { pro: 1, starter: 2, enterprise: 3, free: 99 } as const;
export type Plan = (typeof plans)[keyof typeof plans];

/**
 * Limits of one upload under a plan. Sizes in bytes, resolutions in pixels; `Infinity` is no limit, 0 is not offered.
 */
export interface UploadLimits {
  /** Images of one upload from the browser. */
  readonly images: number;
  readonly imageBytes: number;
  readonly vectorPixels: number;
  readonly pixelPixels: number;
  readonly tiledBytes: number;
  readonly tiledPixels: number;
  readonly videoBytes: number;
  readonly pdfBytes: number;
  readonly dicomBytes: number;
  readonly textBytes: number;
  readonly pointCloudBytes: number;
}

const megabyte = 1_048_576;
const gigabyte = 1024 * megabyte;
const megapixel = 1_000_000;

const small: UploadLimits = {
  images: 2000,
  imageBytes: 100 * megabyte,
  vectorPixels: 100 * megapixel,
  pixelPixels: 4 * megapixel,
  tiledBytes: 5 * gigabyte,
  tiledPixels: 100 * megapixel,
  videoBytes: 5 * gigabyte,
  pdfBytes: 0,
  dicomBytes: 0,
  textBytes: 0,
  pointCloudBytes: 0,
};

/** The defaults of the four plans. A licence may change each of them. */
export const uploadLimits: Readonly<Record<Plan, UploadLimits>> = {
  99: { ...small, images: 100 },
  2: small,
  1: { ...small, pdfBytes: 100 * megabyte, dicomBytes: 100 * megabyte },
  3: {
    images: Infinity,
    imageBytes: 500 * megabyte,
    vectorPixels: 400 * megapixel,
    pixelPixels: 16 * megapixel,
    tiledBytes: 50 * gigabyte,
    tiledPixels: Infinity,
    videoBytes: 50 * gigabyte,
    pdfBytes: 500 * megabyte,
    dicomBytes: 500 * megabyte,
    textBytes: 50 * megabyte,
    pointCloudBytes: 2 * gigabyte,
  },
};

/** Ceilings under every plan, unless the operator sets others. */
export const itemCeilings = { folder: 50_000, project: 500_000 } as const;

/** The four limit error states. */
export const limitStates = { limited: 0, exceeded: 1, partiallyExceeded: 2, leaked: 3 } as const;
export type LimitState = (typeof limitStates)[keyof typeof limitStates];

/** One place that takes items: how many it may hold, holds, and is asked to take. */
export interface LimitTarget {
  readonly limit: number;
  readonly used: number;
  readonly asked: number;
}

/**
 * Compares a request with the limits of its targets. Undefined: everything fits.
 * leaked: a target already holds more than it may; exceeded: nothing is left in any; partiallyExceeded: some of
 * several have nothing left; limited: some room is left, but less than asked.
 */
export function limitState(targets: readonly LimitTarget[]): LimitState | undefined {
  const asked = targets.filter(target => target.asked > 0);
  const short = asked.filter(target => target.used + target.asked > target.limit);
  if (short.length === 0) return undefined;
  if (short.some(target => target.used > target.limit)) return limitStates.leaked;
  const full = short.filter(target => target.used === target.limit);
  if (full.length === asked.length) return limitStates.exceeded;
  return full.length > 0 ? limitStates.partiallyExceeded : limitStates.limited;
}

/** Returns the number of further items a target takes. */
export const remainingIn = (target: LimitTarget): number => Math.max(0, target.limit - target.used);

/** 422 text of a limit: FOLDER_LIMIT, PROJECT_LIMIT, PLAN_LIMIT. */
export const limitMessage = (limit: number, place: 'folder' | 'project' | 'plan'): string =>
  `The number of items exceeds the limit of ${String(limit).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')} items per ${place}.`;
