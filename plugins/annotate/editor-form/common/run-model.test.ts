import { expect, it } from 'vitest';
import { fillPrompt, modelButton, outputValue } from './run-model.ts';

it('should be asked by buttons that name a model only', () => {
  expect(modelButton({ model: '', prompt: 'x' })).toBeUndefined();
  expect(modelButton({ model: 'kind', output: 'answer' })).toEqual({ model: 'kind', prompt: '', output: 'answer' });
});

it('should receive the answers of components, and nothing else in braces', () => {
  const values: Record<string, unknown> = { question: 'Why?', stars: 4, tags: ['a', 'b'], table: { one: 1 } };
  const filled = fillPrompt(
    '{question} {stars} {tags} {table} {unknown} {{question}} {"json": 1}',
    id => id in values,
    id => values[id],
  );
  expect(filled).toBe('Why? 4 ["a","b"] {"one":1} {unknown} {{question}} {"json": 1}');
});

it('should answer with what fits the component', () => {
  expect(outputValue({ id: 'a', type: 'input', max: 300 }, '  Yes. ')).toEqual({ value: 'Yes.' });
  expect(outputValue({ id: 'a', type: 'rating', numberOfStars: 5 }, 'I give it 4 stars')).toEqual({ value: 4 });
  expect(outputValue({ id: 'a', type: 'number', min: 0, max: 10, step: 1 }, '-3')).toMatchObject({
    problem: expect.stringContaining('minimum') as string,
  });
  expect(outputValue({ id: 'a', type: 'number' }, 'many')).toEqual({
    problem: 'The model did not answer with a number.',
  });
  expect(outputValue({ id: 'a', type: 'input', max: 3 }, 'too long')).toMatchObject({
    problem: expect.stringContaining('too long') as string,
  });
});
