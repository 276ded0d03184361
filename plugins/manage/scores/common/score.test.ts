import { expect, it } from 'vitest';
import { payloadProblem, valueProblem } from './score.ts';

it.each([
  ['rating', {}, 'payload.numberOfStars'],
  ['number', { min: 1 }, 'payload.max'],
  ['number', { min: 5, max: 5 }, 'payload.max'],
  ['number', { min: 0, max: 1, step: 2 }, 'payload.step'],
  ['radio', {}, 'payload.options'],
  ['radio', { options: [{ value: '1' }, { value: 1 }] }, 'payload.options'],
] as const)('should refuse a %s of %j', (type, payload, field) => {
  expect(payloadProblem(type, payload as never)?.field).toBe(field);
});

it('should take a payload that fits its type', () => {
  expect(payloadProblem('rating', { numberOfStars: 10 })).toBeUndefined();
  expect(payloadProblem('number', { min: 1, max: 100, step: 1 })).toBeUndefined();
  expect(payloadProblem('radio', { options: [{ value: '1' }] })).toBeUndefined();
});

const rating = { type: 'rating', payload: { numberOfStars: 5 } } as const;
const number = { type: 'number', payload: { min: 0, max: 1, step: 0.1 } } as const;
const radio = { type: 'radio', payload: { options: [{ value: 'good' }, { value: 2 }] } };

it.each([
  [rating, 5, true],
  [rating, 0, true],
  [rating, 6, false],
  [rating, 2.5, false],
  [rating, '3', false],
  [number, 0.3, true],
  [number, 0.35, false],
  [number, 1.1, false],
  [number, Number.NaN, false],
  [radio, 'good', true],
  [radio, 2, true],
  [radio, '2', true],
  [radio, 'bad', false],
])('should judge %j with the value %j', (score, value, fits) => {
  expect(valueProblem(score as never, value) === undefined).toBe(fits);
});
