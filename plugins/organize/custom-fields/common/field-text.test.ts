import { describe, expect, it } from 'vitest';
import { fieldText, readField } from './field-text.ts';
import { components } from './template.ts';

const numeric = { component_id: components.numeric, component_payload: { configs: { min: 0, max: 10, suffix: ' h' } } };
const date = { component_id: components.date, component_payload: {} };

describe('a value as text', () => {
  it('should carry the unit, the day, yes or no, and all options', () => {
    expect(fieldText(numeric, 2.5)).toBe('2.5 h');
    expect(fieldText(date, Date.UTC(2026, 2, 1))).toBe('2026-03-01');
    expect(fieldText({ component_id: components.boolean, component_payload: {} }, false)).toBe('No');
    expect(fieldText({ component_id: components.multiSelect, component_payload: {} }, ['a', 'b'])).toBe('a, b');
    expect(fieldText(numeric, undefined)).toBe('');
    expect(fieldText({ component_id: components.numeric, component_payload: { configs: { suffix: 'km' } } }, 12)).toBe(
      '12 km',
    );
    expect(fieldText({ component_id: components.numeric, component_payload: { configs: { suffix: '%' } } }, 12)).toBe(
      '12%',
    );
    expect(fieldText(date, 'soon')).toBe('soon');
  });
});

describe('a typed text', () => {
  it('should be a number within the bounds, with point or comma', () => {
    expect(readField(numeric, '2,5')).toEqual({ value: 2.5 });
    expect(readField(numeric, '11')).toEqual({ problem: 'Use a number from 0 up to 10.' });
    expect(readField(numeric, 'x')).toEqual({ problem: 'Type a number.' });
  });

  it('should be a day in UTC', () => {
    expect(readField(date, '2026-03-01')).toEqual({ value: Date.UTC(2026, 2, 1) });
    expect(readField(date, 'soon')).toEqual({ problem: 'Use a day such as 2026-03-01.' });
  });

  it('should clear the value when it is empty', () => {
    expect(readField(numeric, ' ')).toEqual({});
  });
});
