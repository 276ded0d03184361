import type { BundleRequest, BundleResult } from '../common/bundle.ts';

/** To the worker that bundles. `begin` comes once, with the compiler. */
export type BundleCall =
  | { readonly begin: ArrayBuffer }
  | { readonly id: number; readonly request: BundleRequest }
  | { readonly drop: number };

/** From it; ids are those of the calls. */
export type BundleAnswer =
  | { readonly id: number; readonly result: BundleResult }
  | { readonly id: number; readonly failure: string }
  | { readonly broken: string };
