/** Smallest and largest edge of a window of a very large image, in pixels. */
export const windowSizes = { min: 128, max: 4096 } as const;
/** Edges that screens offer. */
export const offeredWindows = [512, 1024, 2048, 4096] as const;
/** The edge of windows in formats that cannot hold an entire image. */
export const plainWindow = 1024;
