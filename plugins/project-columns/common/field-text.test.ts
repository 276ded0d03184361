import { expect, it } from 'vitest';
import { fieldText } from './field-text.ts';

it.each([
  [1, undefined, ''],
  [1, 'Berlin', 'Berlin'],
  [2, ['a', 'b'], 'a, b'],
  [3, ['a'], 'a'],
  [4, Date.UTC(2024, 4, 2), '2024-05-02'],
  [4, 'soon', 'soon'],
  [5, 12, '12 km'],
  [6, true, 'Yes'],
])('should tell a value of component %i, %j, as “%s”', (component, value, text) => {
  expect(fieldText({ component_id: component, component_payload: { configs: { suffix: 'km' } } }, value)).toBe(text);
});
