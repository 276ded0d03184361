import { expect, it } from 'vitest';
import { faultText } from './fault-text.ts';

const scripts = [
  ['__init__', ''],
  ['more', ''],
] as const;

it('should name the line of the script, also where the SDK threw', () => {
  expect(
    faultText(
      {
        kind: 'error',
        message: "Uncaught Error: 'x' is not a component of this form.",
        file: '@loupe/sdk/form/form/form-mirror.ts',
        line: 3,
        stack:
          "Error: 'x'\n    at #component (@loupe/sdk/form/form/form-mirror.ts:3:4)\n    at more.ts:7:2\n    at __init__.ts:12:1",
      },
      scripts,
    ),
  ).toBe("more, line 7: 'x' is not a component of this form.");
  expect(faultText({ kind: 'error', message: 'TypeError: no', file: '__init__.ts', line: 2, column: 1 }, scripts)).toBe(
    '__init__, line 2: TypeError: no',
  );
  expect(faultText({ kind: 'error', message: 'Error: It was flooding.' }, scripts)).toBe('It was flooding.');
});
