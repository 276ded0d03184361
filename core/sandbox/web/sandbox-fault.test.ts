import { expect, it } from 'vitest';
import { writeMappings } from '../common/source-map.ts';
import { FaultPlaces } from './sandbox-fault.ts';

const map = {
  version: 3,
  sources: ['main.ts', 'größe.ts'],
  names: [],
  mappings: writeMappings([
    [],
    [{ column: 4, source: 0, sourceLine: 6, sourceColumn: 2 }],
    [{ column: 0, source: 1, sourceLine: 0, sourceColumn: 0 }],
  ]),
};
const inline = (text: string): string =>
  `one\ntwo\nthree\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(text).toString('base64')}\n`;
const error = { kind: 'error', message: 'Error: no' } as const;

it('should name the place in the person’s file, past what the compiler put in', () => {
  const places = new FaultPlaces(inline(JSON.stringify(map)));
  const stack =
    'Error: no\n    at __turn (loupe-guest.js:3:90)\n    at f (loupe-guest.js:4:9)\n    at http://localhost:1/app-frame/loupe-guest.js:5:1\n    at <anonymous>:1:1';
  expect(places.faultOf({ ...error, stack })).toEqual({
    kind: 'error',
    message: 'Error: no',
    file: 'main.ts',
    line: 7,
    column: 3,
    stack:
      'Error: no\n    at __turn (loupe-guest.js:1:90)\n    at f (main.ts:7:3)\n    at größe.ts:1:1\n    at <anonymous>:1:1',
  });
  // Again, since expressions that look for all matches have a memory.
  expect(places.faultOf({ ...error, stack })).toMatchObject({ line: 7 });
});

it('should take the place of the event when there is no stack, and none when there is none', () => {
  const places = new FaultPlaces(inline(JSON.stringify(map)));
  expect(places.faultOf({ ...error, line: 4, column: 6 })).toEqual({ ...error, file: 'main.ts', line: 7, column: 3 });
  expect(places.faultOf(error)).toEqual(error);
});

it.each([
  ['no map', 'one\ntwo'],
  ['a broken map', inline('{')],
  ['a map with broken places', inline(JSON.stringify({ ...map, mappings: '!!' }))],
  ['a map of another kind', inline('null')],
])('should name the place in the code with %s', (_, code) => {
  expect(new FaultPlaces(code).faultOf({ ...error, line: 4, column: 6 })).toEqual({ ...error, line: 2, column: 6 });
});

it('should cut what is too long', () => {
  const { message, stack } = new FaultPlaces('').faultOf({
    ...error,
    message: 'm'.repeat(9000),
    stack: 's'.repeat(90_000),
  }) as { readonly message: string; readonly stack: string };
  expect([message.length, stack.length]).toEqual([2000, 8000]);
});
