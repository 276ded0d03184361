import { describe, expect, it } from 'vitest';
import type { FieldPayload } from './template.ts';
import { payloadProblem, valueProblem } from './template.ts';

const field = (component_id: number, component_payload: FieldPayload = {}): Parameters<typeof valueProblem>[0] => ({
  component_id,
  component_payload,
});
const options = { options: [{ value: 'a' }, { value: 'b' }] };

describe('a value of a custom field', () => {
  it.each([
    [field(1), 'text'],
    [field(2, options), ['a', 'b']],
    [field(2, options), []],
    [field(3, options), 'b'],
    [field(4), 1738671238758.9998],
    [field(5), -2.5],
    [field(5, { configs: { min: 0, max: 5 } }), 5],
    [field(6), false],
  ])('fits %j with %j', (of, value) => {
    expect(valueProblem(of, value)).toBeUndefined();
  });

  it.each([
    [field(1), 123, ['string'], []],
    [field(5), 'text', ['number'], []],
    [field(4), 'text', ['number'], []],
    [field(2, options), 'a', ['Array'], ['a', 'b']],
    [field(2, options), ['a', 'c'], ['Array'], ['a', 'b']],
    [field(3, options), 123, ['string'], ['a', 'b']],
    [field(5, { configs: { min: 0, max: 5 } }), 6, ['number'], []],
    [field(6), 1, ['boolean'], []],
    [field(7), [1], ['none'], []],
  ])('does not fit %j with %j', (of, value, valid_types, expected_values) => {
    expect(valueProblem(of, value)).toEqual({ valid_types, expected_values });
  });
});

it('should need options that differ for a select, and ordered bounds for a number', () => {
  expect(payloadProblem(3, {})?.field).toBe('component_payload.options');
  expect(payloadProblem(2, { options: [{ value: 'a' }, { value: 'a' }] })?.reason).toBe('must differ from each other');
  expect(payloadProblem(5, { configs: { min: 2, max: 1 } })?.field).toBe('component_payload.configs.max');
  expect(payloadProblem(2, options)).toBeUndefined();
});
