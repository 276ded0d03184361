import { describe, expect, it } from 'vitest';
import { FormPlan } from '#plugins/annotate/form/common/index.ts';
import { plannedItem } from './planned-item.ts';
import { fullMapping, guessMapping, mappingProblems } from './row-mapping.ts';
import { distinctHeaders, jsonRecord, tableRecord } from './row-record.ts';

const plan = new FormPlan([
  { id: 'prompt', type: 'textarea', label: 'The prompt' },
  { id: 'better', type: 'radio', options: [{ value: 'A' }, { value: 'B' }] },
  { id: 'quality', type: 'number', min: 1, max: 100 },
  { id: 'issues', type: 'checkbox', options: [{ value: 'Unsafe' }] },
  { id: 'answers', type: 'group', children: [{ id: 'answer', type: 'input', label: 'Answer' }] },
]);
const rules = { wholeRow: false, prefix: 'Item', refused: 'row' } as const;

describe('columns of a file', () => {
  it('are guessed by our own names, by ids and labels, and by names often used', () => {
    expect(
      guessMapping(
        ['_item_name', '_folder', '_item_category', 'prompt', 'answers[].answer', '_status', 'other'],
        plan,
        'ignore',
      ),
    ).toEqual({
      _item_name: 'name',
      _folder: 'folder',
      _item_category: 'category',
      prompt: 'component:prompt',
      'answers[].answer': 'component:answer',
      _status: 'ignore',
      other: 'ignore',
    });
    expect(guessMapping(['question_id', 'category', 'turns', 'The Prompt', 'BETTER'], plan, 'payload')).toEqual({
      question_id: 'name',
      category: 'category',
      turns: 'payload',
      'The Prompt': 'component:prompt',
      BETTER: 'component:better',
    });
    expect(guessMapping(['Prompt', 'prompt'], plan, 'ignore')).toEqual({
      Prompt: 'ignore',
      prompt: 'component:prompt',
    });
    expect(guessMapping(['__proto__'], plan, 'ignore')['__proto__']).toBe('ignore');
  });

  it('are refused where two go to one place, or a row goes where none is', () => {
    expect(
      mappingProblems(
        {
          a: 'component:prompt',
          b: 'component:prompt',
          'x[].y': 'component:better',
          c: 'component:gone',
          d: 'ignore',
          e: 'ignore',
        },
        plan,
      ),
    ).toEqual([
      'a and b are taken as the same thing. Change one of them.',
      'x[].y: it is in one group, better in none. Choose another component.',
      'c: the form has no component gone that holds a value.',
    ]);
    expect(mappingProblems({ 'x[].y': 'component:answer' }, plan)).toEqual([]);
    expect(fullMapping(['a', 'b'], { a: 'name', z: 'folder' })).toEqual({ a: 'name', b: 'ignore' });
  });

  it('have names of their own', () =>
    expect(distinctHeaders(['a', 'a', '', "'=b"])).toEqual(['a', 'a (2)', 'Column 3', '=b']));
});

describe('a row that becomes an item', () => {
  const mapping = guessMapping(
    ['_item_name', '_folder', '_item_category', 'prompt', 'better', 'quality', 'issues', 'answers[].answer', 'more'],
    plan,
    'payload',
  );
  const headers = [
    '_item_name',
    '_folder',
    '_item_category',
    'prompt',
    'better',
    'quality',
    'issues',
    'answers[1].answer',
    'more',
  ];

  it('takes cells as what their components hold, and the rest as attached data', () => {
    const item = plannedItem(
      tableRecord(headers, ['a', ' f ', '["x","y"]', '5', '"B"', '64', '["Unsafe"]', '7', '{"k":1}'], 2),
      { ...rules, mapping },
      plan,
    );
    expect(item).toMatchObject({
      name: 'a',
      folder: 'f',
      categories: ['x', 'y'],
      payload: { more: { k: 1 } },
      problems: [],
      refused: false,
    });
    expect(item.values.map(each => [each.path.join('.'), each.value])).toEqual([
      ['prompt', '5'],
      ['better', 'B'],
      ['quality', 64],
      ['issues', ['Unsafe']],
      ['answers.1.answer', '7'],
    ]);
  });

  it('says what does not fit, and goes without the row or without the value', () => {
    const record = tableRecord(headers, ['a/b', '', '', '', 'C', 'many', 'no list', '', '', 'more'], 7);
    const strict = plannedItem(record, { ...rules, mapping }, plan);
    expect(strict.problems).toEqual([
      { row: 7, column: '', reason: 'The row has 10 cells, the header 9. Put cells with commas in quotes.' },
      { row: 7, column: 'better', reason: "'C' is not one of ['A', 'B']" },
      { row: 7, column: 'quality', reason: "'many' is not of type 'number'" },
      { row: 7, column: 'issues', reason: "'no list' is not one of ['Unsafe']" },
    ]);
    expect(strict.refused).toBe(true);
    const named = tableRecord(headers, ['a', '', '', '', 'C'], 7);
    expect(plannedItem(named, { ...rules, mapping }, plan).refused).toBe(true);
    expect(plannedItem(named, { ...rules, mapping, refused: 'value' }, plan)).toMatchObject({
      refused: false,
      values: [],
    });
    expect(plannedItem(tableRecord(headers, ['a/b'], 7), { ...rules, mapping, refused: 'value' }, plan)).toMatchObject({
      refused: true,
      problems: [{ column: '_item_name', reason: expect.stringContaining("can't contain /") as string }],
    });
    expect(plannedItem(tableRecord(headers, ['', 'f'], 7), { ...rules, mapping }, plan).refused).toBe(true);
  });

  it('has a name by its number where no column names it', () => {
    expect(
      plannedItem(tableRecord(['prompt'], ['x'], 12), { ...rules, mapping: { prompt: 'component:prompt' } }, plan).name,
    ).toBe('Item_0012');
  });

  it('takes any object of JSON, with the rows of groups in lists', () => {
    const record = jsonRecord(
      {
        id: 81,
        prompt: 'p',
        answers: [{ answer: 'one' }, { other: 1 }, { answer: 'three' }],
        turns: ['a'],
        comments: 1,
      },
      3,
      plan,
    );
    const columns = [...new Set(record.cells.map(each => each.column))];
    expect(columns).toEqual(['id', 'prompt', 'answers[].answer', 'answers[].other', 'turns', 'comments']);
    const item = plannedItem(record, { ...rules, mapping: guessMapping(columns, plan, 'payload') }, plan);
    expect(item).toMatchObject({ name: '81', payload: { 'answers[1].other': 1, turns: ['a'] }, comments: undefined });
    expect(item.values.map(each => each.path)).toEqual([
      ['prompt'],
      ['answers', 0, 'answer'],
      ['answers', 2, 'answer'],
    ]);
    expect(plannedItem(jsonRecord(5, 1, plan), { ...rules, mapping: {} }, plan)).toMatchObject({
      refused: true,
      problems: [{ reason: 'This is no JSON object. Write each item as { … }.' }],
    });
    expect(jsonRecord({ a: 1 }, 1, plan, { name: 'file', folder: 'f' }).cells.map(each => each.column)).toEqual([
      '_item_name',
      '_folder',
      'a',
    ]);
  });

  it('takes the whole row as attached data', () => {
    expect(
      plannedItem(
        jsonRecord({ name: 'a', prompt: 'p', __proto__: null }, 1, plan),
        { ...rules, wholeRow: true, mapping: { name: 'name', prompt: 'component:prompt' } },
        plan,
      ).payload,
    ).toEqual({ name: 'a', prompt: 'p' });
  });
});
