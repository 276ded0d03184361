import { expect, it } from 'vitest';
import { serializingDocument } from './serializing-document.ts';

it('should write the text of JSON.stringify in several steps', () => {
  const instances = Array.from({ length: 1_001 }, (_, at) => ({
    id: at,
    className: `“${at}”\n`,
    points: at % 3 === 0 ? [at, 0.5] : undefined,
  }));
  const document = {
    metadata: { name: 'a "b".jpg', width: undefined, status: null },
    instances,
    'odd "key"': [undefined, 1],
    absent: undefined,
    empty: [],
    tags: Array.from({ length: 401 }, (_, at) => (at === 400 ? undefined : String(at))),
  };
  const steps = serializingDocument(document);
  let [count, step] = [0, steps.next()];
  for (; step.done !== true; step = steps.next()) count += 1;
  expect(step.value).toBe(JSON.stringify(document));
  expect(count).toBe(9);
});
