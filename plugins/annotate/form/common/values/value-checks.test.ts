import { describe, expect, it } from 'vitest';
import { readForm } from '../form-document.ts';
import { FormPlan } from './form-plan.ts';
import { checkValues } from './value-checks.ts';

const options = [{ value: 'A' }, { value: 'B' }, { value: 'Tie' }];
const plan = new FormPlan(
  readForm({
    components: [
      { id: 'number', type: 'number', min: 1, max: 10, step: 0.5 },
      { id: 'better', type: 'radio', options },
      { id: 'many', type: 'checkbox', options },
      { id: 'line', type: 'input', min: 2, max: 4 },
      { id: 'stars', type: 'rating', numberOfStars: 5 },
      { id: 'thumb', type: 'voting' },
      { id: 'free', type: 'select', isDynamic: true, isMultiselect: true },
      { id: 'span', type: 'slider', sliderType: 'rangeSlider', min: 0, max: 5, step: 1 },
      {
        id: 'box',
        type: 'container',
        children: [{ id: 'rows', type: 'group', children: [{ id: 'text', type: 'textarea', max: 512 }] }],
      },
    ],
  }).components,
);
const found = (data: object): readonly string[] =>
  checkValues(plan, { data: data as Record<string, unknown> }).map(each => `${each.path}: ${each.message}`);

describe('values of a form', () => {
  it('should pass where they fit, and wherever they are empty', () => {
    expect(
      found({
        number: 1.5,
        better: 'A',
        many: ['A', 'B'],
        line: { value: 'abc' },
        stars: 0,
        thumb: 1,
        free: ['anything'],
        span: [1, 2],
        text: [{ value: 'x', element_path: ['rows', 0, 'text'] }],
      }),
    ).toEqual([]);
    expect(found({ number: null, better: '', many: [], line: '', stars: null, thumb: null })).toEqual([]);
  });

  it.each([
    [{ foo: 1 }, "data.foo: 'foo' is not a component"],
    [{ number: '5' }, "data.number: '5' is not of type 'number'"],
    [{ better: 'C' }, "data.better: 'C' is not one of ['A', 'B', 'Tie']"],
    [{ line: 'abcde' }, "data.line: 'abcde' is too long"],
    [{ line: 'a' }, "data.line: 'a' is too short"],
    [{ number: 0 }, 'data.number: 0 is less than the minimum of 1'],
    [{ number: 11 }, 'data.number: 11 is greater than the maximum of 10'],
    [{ number: 1.2 }, 'data.number: 1.2 is not a multiple of 0.5'],
    [{ stars: 6 }, 'data.stars: 6 is greater than the maximum of 5'],
    [{ thumb: -1 }, 'data.thumb: -1 is not one of [0, 1]'],
    [{ many: ['A', 'X'] }, "data.many: 'X' is not one of ['A', 'B', 'Tie']"],
    [
      { text: [{ value: 'x', element_path: ['rows', 'text'] }] },
      "data.text[0].element_path: ['rows', 'text'] is not a path of odd length",
    ],
    [
      { text: [{ value: 'x', element_path: ['rows', 0, 'other'] }] },
      "data.text[0].element_path: ['rows', 0, 'other'] does not end in 'text'",
    ],
    [
      { text: [{ value: 'x', element_path: ['box', 0, 'text'] }] },
      "data.text[0].element_path: ['box', 0, 'text'] goes through 'box', which is no group",
    ],
    [
      {
        text: [
          { value: 'x', element_path: ['rows', 0, 'text'] },
          { value: 'y', element_path: ['rows', 0, 'text'] },
        ],
      },
      "data.text[1].element_path: ['rows', 0, 'text'] is duplicated",
    ],
  ])('should report what is wrong with %j', (data, message) => expect(found(data)).toEqual([message]));

  it('should report it for instances as well', () => {
    expect(
      checkValues(plan, {
        instances: [{ component_id: 'better', element_path: ['better'], attributes: [{ name: 'C' }] }],
      }),
    ).toEqual([{ path: 'instances[0]', message: "'C' is not one of ['A', 'B', 'Tie']", severity: 'error' }]);
  });
});
