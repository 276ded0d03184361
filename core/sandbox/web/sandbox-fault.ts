import type { FromGuest } from '../common/messages.ts';
import { GUEST_FILE, GUEST_LINES } from '../common/messages.ts';
import type { Mappings, SourceMap, SourcePlace } from '../common/source-map.ts';
import { findSource, readMappings } from '../common/source-map.ts';

/**
 * A fault in a sandbox. `file`, `line` and `column` (from 1) are of the person's files when the code has a source map,
 * else of the code. `ended`: it runs no more.
 */
export type SandboxFault =
  | {
      readonly kind: 'error';
      readonly message: string;
      readonly file?: string;
      readonly line?: number;
      readonly column?: number;
      readonly stack?: string;
      readonly ended?: true;
    }
  /**
   * It gave no sign of life for 3 s: it was ended; with a face, so was every sandbox of the page, since all of them
   * share a process.
   */
  | { readonly kind: 'silent' };

type GuestError = Extract<FromGuest, { kind: 'error' }>;

const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;base64,([A-Za-z0-9+/=]+)\s*$/;
/** Most of a stack that is read, characters. */
const STACK = 8000;
const PLACE = new RegExp(`(?:[\\w.:/-]*/)?${GUEST_FILE.replace('.', '\\.')}:(\\d+):(\\d+)`, 'g');

/** Says of errors in code where in the person's files they happened. The map is at the end of the code. */
export class FaultPlaces {
  readonly #code: string;
  #read: { readonly map: Pick<SourceMap, 'sources'>; readonly mappings: Mappings } | undefined;
  #tried = false;

  constructor(code: string) {
    this.#code = code;
  }

  /** The fault for a message of a guest. */
  faultOf({ message, stack, line, column }: GuestError): SandboxFault {
    const places =
      typeof stack === 'string'
        ? [...stack.slice(0, STACK).matchAll(PLACE)].map(each => this.#place(Number(each[1]), Number(each[2])))
        : [];
    if (places.length === 0 && line !== undefined && column !== undefined && line > 0)
      places.push(this.#place(line, column));
    // What the compiler put in has no place in a file; who called it has.
    const place = places.find(each => each.file !== undefined) ?? places[0];
    return {
      kind: 'error',
      message: String(message).slice(0, 2000),
      ...place,
      ...(typeof stack === 'string' ? { stack: this.#mapped(stack.slice(0, STACK)) } : {}),
    };
  }

  #place(line: number, column: number): Partial<SourcePlace> {
    const own = line - GUEST_LINES;
    const map = this.#map();
    return (map === undefined ? undefined : findSource(map.map, map.mappings, own, column)) ?? { line: own, column };
  }

  #mapped(stack: string): string {
    return stack.replace(PLACE, (_, line: string, column: string) => {
      const { file = GUEST_FILE, line: found, column: at } = this.#place(Number(line), Number(column));
      return `${file}:${found}:${at}`;
    });
  }

  #map(): { readonly map: Pick<SourceMap, 'sources'>; readonly mappings: Mappings } | undefined {
    if (this.#tried) return this.#read;
    this.#tried = true;
    const found = INLINE_MAP.exec(this.#code)?.[1];
    if (found === undefined) return undefined;
    try {
      const map = JSON.parse(
        new TextDecoder().decode(Uint8Array.from(atob(found), each => each.charCodeAt(0))),
      ) as SourceMap;
      this.#read = { map: { sources: map.sources.map(String) }, mappings: readMappings(map.mappings) };
    } catch {
      // The code is shown without it.
    }
    return this.#read;
  }
}
