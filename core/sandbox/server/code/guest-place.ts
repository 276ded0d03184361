import { findSource, readMappings } from '../../common/source-map.ts';
import type { SourceMap } from '../../common/source-map.ts';
import type { BuiltCode } from './build-code.ts';

/**
 * Returns the places of a stack that are in the source, as `at load (main.ts:3:7)`, innermost first; empty when none
 * is.
 */
export function stackOf({ map }: Pick<BuiltCode, 'map'>, stack: string): string {
  try {
    const read = JSON.parse(map) as SourceMap;
    const mappings = readMappings(read.mappings);
    const places: string[] = [];
    for (const [, name = '', line, column] of stack.matchAll(/^\s*at ([^\s(]*) ?\(?guest\.js:(\d+)(?::(\d+))?/gm)) {
      const found = findSource(read, mappings, Number(line), Number(column ?? '1000000'));
      if (found === undefined) continue;
      const place = `${found.file.split(/[/:]/).at(-1)}:${found.line}:${found.column}`;
      places.push(name === '' || name.startsWith('guest.js') ? `at ${place}` : `at ${name} (${place})`);
    }
    return places.join('\n');
  } catch {
    // A malformed map names no place.
    return '';
  }
}
