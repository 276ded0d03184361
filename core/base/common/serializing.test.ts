import { expect, it } from 'vitest';
import type { Steps } from './steps.ts';
import { hasLongList, serializing } from './serializing.ts';

function run(steps: Steps<string>): { readonly text: string; readonly count: number } {
  for (let count = 0; ; count += 1) {
    const step = steps.next();
    if (step.done === true) return { text: step.value, count };
  }
}

it('should write the text of JSON.stringify in several steps', () => {
  const instances = Array.from({ length: 1_001 }, (_, at) => ({
    id: at,
    className: `“${at}”\n`,
    points: at % 3 === 0 ? [at, 0.5] : undefined,
  }));
  const document = {
    metadata: { name: 'a "b".jpg', width: undefined, status: null, at: new Date(0) },
    instances,
    'odd "key"': [undefined, 1],
    absent: undefined,
    method: () => 1,
    empty: [],
    tags: Array.from({ length: 401 }, (_, at) => (at === 400 ? undefined : String(at))),
  };
  expect(run(serializing(document))).toEqual({ text: JSON.stringify(document), count: 9 });
  const answer = { absent: undefined, document, at: new Date(0), revision: 3 };
  expect(run(serializing(answer))).toEqual({ text: JSON.stringify(answer), count: 9 });
  expect(run(serializing(instances))).toEqual({ text: JSON.stringify(instances), count: 6 });
});

it('should write small values at once', () => {
  for (const value of [{}, [], { data: [1, { a: undefined }], count: 1 }, { toJSON: () => [1] }])
    expect(run(serializing(value))).toEqual({ text: JSON.stringify(value), count: 0 });
  expect(hasLongList({ deep: { deeper: { list: Array.from({ length: 300 }) } } })).toBe(false);
});
