/** Sources and options of a build: files of a person, and the modules they may import. */
export interface BundleRequest {
  /** Name of one of `files`. */
  readonly entry: string;
  /** Text by path, such as `main.ts` or `parts/list.tsx`. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * Sources of bare imports by specifier, such as `@loupe/sdk/form`: files by path, entry `index.ts`. Anything else is
   * a problem that names these.
   */
  readonly modules: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Puts an end to code that runs longer than this without a pause. */
  readonly guard?: { readonly milliseconds: number };
}

/**
 * `code` is there when no problem is an error. It is evaluated with the free name `transport`, and ends with its source
 * map, so that errors name lines of `files`.
 */
export interface BundleResult {
  readonly code: string | undefined;
  readonly problems: readonly BundleProblem[];
  readonly milliseconds: number;
  /** Source map of `code`, version 3. */
  readonly map?: string;
}

/**
 * A problem in a file. Lines and columns count from 1, columns in UTF-16 units, as editors do; both are 1 when the
 * place is not known.
 */
export interface BundleProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** Longest turn of guarded code when nothing else is asked for, milliseconds. */
export const TURN_MS = 2_000;
