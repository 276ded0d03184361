import { findSource, readMappings } from '../../common/source-map.ts';
import type { SourceMap } from '../../common/source-map.ts';
import type { BuiltCode } from './build-code.ts';

/** Returns `main.ts:3:7` for the first place of a stack that is in the source. */
export function placeOf({ map }: Pick<BuiltCode, 'map'>, stack: string): string | undefined {
  try {
    const read = JSON.parse(map) as SourceMap;
    const mappings = readMappings(read.mappings);
    for (const [, line, column] of stack.matchAll(/guest\.js:(\d+)(?::(\d+))?/g)) {
      const found = findSource(read, mappings, Number(line), Number(column ?? '1000000'));
      if (found !== undefined) return `${found.file.split('/').at(-1)}:${found.line}:${found.column}`;
    }
    return undefined;
  } catch {
    // A malformed map names no place.
    return undefined;
  }
}
