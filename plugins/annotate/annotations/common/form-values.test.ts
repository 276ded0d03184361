import { describe, expect, it } from 'vitest';
import { dataWithPaths, formValues, plainData } from './form-values.ts';

const rows = [
  { value: 'six', element_path: ['answers', 0, 'answer'] },
  { value: 'two', element_path: ['answers', 1, 'answer'] },
];

describe('the values of a form', () => {
  it('are read from every shape they are uploaded in', () => {
    const values = formValues({
      data: { plain: 5, compact: { value: 'a' }, list: [{ value: null }], group: rows, choices: ['a', 'b'], none: [] },
    });
    expect(dataWithPaths(values)).toEqual({
      plain: [{ value: 5, element_path: ['plain'] }],
      compact: [{ value: 'a', element_path: ['compact'] }],
      list: [{ value: null, element_path: ['list'] }],
      group: rows,
      choices: [{ value: ['a', 'b'], element_path: ['choices'] }],
      none: [{ value: [], element_path: ['none'] }],
    });
  });

  it('keep other members, and get a path where the given one is invalid', () => {
    expect(dataWithPaths(formValues({ data: { a: [{ value: 1, confidence: 0.5, element_path: ['x', 1] }] } }))).toEqual(
      { a: [{ value: 1, confidence: 0.5, element_path: ['a'] }] },
    );
  });

  it('are plain outside of groups, and keep their rows inside', () => {
    expect(
      plainData(formValues({ data: { a: [{ value: 1, element_path: ['a'] }], answer: rows, one: [rows[0]] } })),
    ).toEqual({ a: { value: 1 }, answer: rows, one: [rows[0]] });
  });

  it('come from instances where there is no data', () => {
    const instances = [
      { className: 'a', element_path: ['a'], attributes: [{ name: 3 }] },
      { component_id: 'b', attributes: [{ name: 'x' }, { name: 'y' }] },
      { className: 'c', attributes: [] },
      { attributes: [{ name: 'lost' }] },
    ];
    expect(plainData(formValues({ instances }))).toEqual({
      a: { value: 3 },
      b: { value: ['x', 'y'] },
      c: { value: null },
    });
  });

  it('may have any names, also those of prototypes', () => {
    const data = JSON.parse('{"__proto__": 1, "constructor": 2}') as Record<string, unknown>;
    expect(Object.keys(plainData(formValues({ data })))).toEqual(['__proto__', 'constructor']);
  });
});
