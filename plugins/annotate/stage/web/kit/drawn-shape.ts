import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';

/**
 * A shape as the stage draws it. Immutable: a changed shape is a new object, and an unchanged outline stays the same
 * object.
 */
export interface DrawnShape {
  readonly id: string;
  /** Item pixels. */
  readonly outline: Outline;
  /** 0xRRGGBB. */
  readonly color: number;
}

/** `#RRGGBB` as a number; a neutral grey for anything else. */
export function colorNumber(color: string | undefined): number {
  return color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? Number.parseInt(color.slice(1), 16) : 0x9aa0a6;
}

/** 0xRRGGBB as `#rrggbb`. */
export function colorText(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}
