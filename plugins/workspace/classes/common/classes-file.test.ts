import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classInput } from './annotation-class.ts';
import type { AnnotationClass, ClassInput } from './annotation-class.ts';
import { readClasses } from './read-classes.ts';
import { readClassesFile, writeClassesFile } from './classes-file.ts';

const car = (group: object): unknown => [
  { name: 'Car', color: '#ff0000', attribute_groups: [{ name: 'State', ...group }] },
];
const messages = (list: unknown, options = {}): string[] =>
  readClasses(list, options).issues.map(issue => issue.message);

function stored(inputs: readonly ClassInput[]): AnnotationClass[] {
  const times = { createdAt: '2025-03-01T08:00:00.000Z', updatedAt: '2025-03-01T08:00:00.000Z' };
  return inputs.map((input, at) => ({
    ...input,
    ...times,
    id: at + 1,
    project_id: 1,
    order: at,
    count: 0,
    attribute_groups: input.attribute_groups.map((group, groupAt) => ({
      ...group,
      ...times,
      id: groupAt + 1,
      class_id: at + 1,
      order: groupAt,
      attributes: group.attributes.map((value, valueAt) => ({
        ...value,
        ...times,
        id: valueAt + 1,
        group_id: groupAt + 1,
        project_id: 1,
        order: valueAt,
        count: 0,
      })),
    })),
  }));
}

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, entry: unknown) => (key === 'id' ? undefined : entry)));

describe('reading a class list', () => {
  it('fills what a minimal class leaves out', () => {
    expect(readClasses([{ name: 'Car', color: 'steelblue' }])).toEqual({
      classes: [{ name: 'Car', color: '#4682B4', type: 1, attribute_groups: [] }],
      issues: [],
    });
  });

  it.each([
    [2, 2],
    ['tag', 2],
    [3, 3],
    ['relationship', 3],
    [1, 1],
    ['object', 1],
    [undefined, 1],
  ])('reads type %s as %s', (given, type) => {
    expect(readClasses([{ name: 'A', color: 'red', type: given }]).classes[0]?.type).toBe(type);
  });

  it('reads an absent group type as radio, and is_multiselect 1 of old files as checklist', () => {
    const type = (group: object): string =>
      readClasses(car({ attributes: [], ...group })).classes[0]!.attribute_groups[0]!.group_type;
    expect(type({})).toBe('radio');
    expect(type({ is_multiselect: 0 })).toBe('radio');
    expect(type({ is_multiselect: 1 })).toBe('checklist');
    expect(type({ is_multiselect: true })).toBe('checklist');
    expect(type({ is_multiselect: 1, group_type: 'radio' })).toBe('radio');
  });

  it('makes the default of a radio group and the marks of its values agree, the default winning', () => {
    const group = (given: object): unknown => readClasses(car(given)).classes[0]!.attribute_groups[0];
    expect(group({ attributes: [{ name: 'A', default: 1 }, { name: 'B' }] })).toMatchObject({
      default_value: 'A',
      attributes: [{ default: 1 }, { default: 0 }],
    });
    expect(group({ default_value: 'B', attributes: [{ name: 'A', default: 1 }, { name: 'B' }] })).toMatchObject({
      default_value: 'B',
      attributes: [{ default: 0 }, { default: 1 }],
    });
    expect(group({ attributes: [{ name: 'A' }] })).toMatchObject({ default_value: null, attributes: [{ default: 0 }] });
  });

  it('gives a checklist without default an empty list, and takes marks otherwise', () => {
    const group = (given: object): unknown =>
      readClasses(car({ group_type: 'checklist', ...given })).classes[0]!.attribute_groups[0];
    expect(group({ attributes: [{ name: 'A' }] })).toMatchObject({ default_value: [] });
    expect(
      group({
        attributes: [
          { name: 'A', default: 1 },
          { name: 'B', default: 1 },
        ],
      }),
    ).toMatchObject({ default_value: ['A', 'B'] });
  });

  it('needs no values for text, numeric and ocr groups', () => {
    for (const type of ['text', 'numeric', 'ocr']) expect(messages(car({ group_type: type }))).toEqual([]);
  });

  it('reports all problems of a request at once, in order', () => {
    expect(
      messages([
        {
          name: 'Car',
          color: 'red',
          attribute_groups: [
            { name: 'One' },
            { name: 'Two', group_type: 'checklist', attributes: [] },
            { name: 'Three', group_type: 'radio', attributes: [], default_value: ['x'] },
          ],
        },
      ]),
    ).toEqual([
      '"classes[0].attribute_groups[0].attributes" is required',
      '"classes[0].attribute_groups[2].default_value" must be a string',
    ]);
  });

  it.each([
    [
      'checklist default',
      car({ group_type: 'checklist', attributes: [], default_value: 'a' }),
      '"classes[0].attribute_groups[0].default_value" must be an array',
    ],
    [
      'numeric default',
      car({ group_type: 'numeric', default_value: '4' }),
      '"classes[0].attribute_groups[0].default_value" must be a number',
    ],
    ['group type', car({ group_type: 'colour' }), "Input should be 'radio', 'checklist', 'numeric', 'text' or 'ocr'"],
    ['class type', [{ name: 'A', color: 'red', type: 'thing' }], 'Input should be: object, tag, relationship'],
    [
      'unlisted default',
      car({ attributes: [{ name: 'Clear' }, { name: 'Rain' }], default_value: 'Snow' }),
      '"classes[0].attribute_groups[0].default_value" must be one of [Clear, Rain]',
    ],
    [
      'twice a class',
      [
        { name: 'A', color: 'red' },
        { name: 'A', color: 'red' },
      ],
      '"classes[1].name" is duplicated',
    ],
    [
      'twice a group',
      [
        {
          name: 'A',
          color: 'red',
          attribute_groups: [
            { name: 'G', attributes: [] },
            { name: 'G', attributes: [] },
          ],
        },
      ],
      '"classes[0].attribute_groups[1].name" is duplicated',
    ],
    [
      'twice a value',
      car({ attributes: [{ name: 'x' }, { name: 'x' }] }),
      '"classes[0].attribute_groups[0].attributes[1].name" is duplicated',
    ],
    ['colour', [{ name: 'A', color: 'reddish' }], '"classes[0].color" is not a color'],
    ['no colour', [{ name: 'A' }], '"classes[0].color" is required'],
    ['no name', [{ color: 'red' }], '"classes[0].name" is required'],
    ['empty name', [{ name: ' ', color: 'red' }], '"classes[0].name" is not allowed to be empty'],
    [
      'long name',
      [{ name: 'n'.repeat(300), color: 'red' }],
      '"classes[0].name" length must be less than or equal to 200 characters long',
    ],
    ['number as name', [{ name: 7, color: 'red' }], '"classes[0].name" must be a string'],
    ['no object', ['Car'], '"classes[0]" must be an object'],
    ['no list', { name: 'Car' }, '"classes" must be an array'],
    [
      'required flag',
      car({ attributes: [], isRequired: 'yes' }),
      '"classes[0].attribute_groups[0].isRequired" must be a boolean',
    ],
  ])('reports a wrong %s', (_what, list, message) => {
    expect(messages(list).filter(text => text !== '"classes[0].attribute_groups[0].attributes" is required')).toEqual([
      message,
    ]);
  });

  it('refuses what the project type does not have, once', () => {
    const ocr = [
      ...(car({ group_type: 'ocr' }) as object[]),
      { name: 'B', color: 'red', attribute_groups: [{ name: 'G', group_type: 'ocr' }] },
    ];
    expect(messages(ocr, { projectType: 3, projectTypeName: 'Video' })).toEqual([
      'OCR attribute group is not supported for project type Video.',
    ]);
    expect(messages(ocr, { projectType: 1, projectTypeName: 'Vector' })).toEqual([]);
    expect(messages([{ name: 'A', color: 'red', type: 3 }], { projectType: 1, projectTypeName: 'Vector' })).toEqual([
      'relationship class type is not supported in Vector project.',
    ]);
    expect(messages([{ name: 'A', color: 'red', type: 3 }], { projectType: 4, projectTypeName: 'Text' })).toEqual([]);
    expect(messages([{ name: 'r_1', color: 'red' }], { projectType: 8 }), 'the classes of a form').toEqual([]);
  });

  it('treats names that differ in case as two classes', () => {
    expect(
      messages([
        { name: 'Car', color: 'red' },
        { name: 'car', color: 'red' },
      ]),
    ).toEqual([]);
  });
});

describe('the class file', () => {
  const list = [
    {
      name: 'Car',
      color: '#e4542b',
      attribute_groups: [
        { name: 'State', isRequired: true, attributes: [{ name: 'Parked' }, { name: 'Moving', default: 1 }] },
        { name: 'Damage', group_type: 'checklist', attributes: [{ name: 'Door' }] },
        { name: 'Doors', group_type: 'numeric', default_value: 4 },
      ],
    },
    { name: 'Weather', color: 'steelblue', type: 'tag' },
  ];

  it('reads back what it wrote', () => {
    const inputs = readClasses(list).classes;
    const again = readClassesFile(writeClassesFile(stored(inputs)));
    expect(again.issues).toEqual([]);
    expect(withoutIds(again.classes)).toEqual(withoutIds(inputs));
  });

  it('writes the same bytes for what it read from its own file', () => {
    const text = writeClassesFile(stored(readClasses(list).classes));
    expect(writeClassesFile(stored(readClassesFile(text).classes))).toBe(text);
  });

  it('reads canonical classes that fit the input schema', () => {
    for (const entry of readClasses(list).classes) expect(classInput.parse(entry)).toEqual(entry);
  });

  it('says what is wrong with a file that is no JSON, and reads one with a byte order mark', () => {
    expect(readClassesFile('[{').issues[0]?.message).toMatch(/^The class file is not valid JSON: /);
    expect(readClassesFile('\uFEFF[]')).toEqual({ classes: [], issues: [] });
  });

  const real = ['product_export', 'all_shapes_no_image']
    .map(folder => `../shared/data/vector/${folder}/classes/classes.json`)
    .filter(file => existsSync(file));
  it.skipIf(real.length === 0)('reads real class lists', () => {
    for (const file of real) {
      const result = readClassesFile(readFileSync(file, 'utf8'));
      expect(result.issues, file).toEqual([]);
      expect(result.classes.length).toBeGreaterThan(1);
    }
  });
});
