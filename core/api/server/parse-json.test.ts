import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson, readJson } from './parse-json.ts';
import { isLongRun } from '#tests/support/run-plan.ts';
import { JSON_DEPTH, JSON_MEMBERS, JSON_TEXT, JSON_VALUES, SLICE } from './sliced-parser.ts';

const parse = (text: string): Promise<unknown> => parseJson(Buffer.from(text));
const outcome = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return 'not JSON';
  }
};
const parsed = (text: string): Promise<unknown> => parse(text).catch(() => 'not JSON');

/** Blank text that is no part of a value and longer than a slice, so that the next comma ends one. */
const GAP = ' '.repeat(SLICE + 1);

it('should parse documents of many slices like JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 5 }), fc.array(fc.nat(), { maxLength: 6 }), async (text, places) => {
      // A gap before some of the commas; those within strings change the string, for both parsers alike.
      let large = text;
      for (const place of places) {
        const commas = [...large.matchAll(/,/g)].map(each => each.index);
        if (commas.length === 0) break;
        const at = commas[place % commas.length]!;
        large = large.slice(0, at) + GAP + large.slice(at);
      }
      expect(await parsed(large)).toEqual(outcome(large));
    }),
    { numRuns: isLongRun ? 200 : 70 },
  );
});

it('should refuse damaged documents of many slices like JSON.parse', async () => {
  const damage = fc.tuple(fc.nat(), fc.constantFrom('', ',', ':', '"', '[', ']', '{', '}', '\\', '1', ' '));
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 4 }), fc.nat(), damage, async (text, place, [where, character]) => {
      const at = where % (text.length + 1);
      const damaged = text.slice(0, at) + character + text.slice(at + 1);
      const commas = [...damaged.matchAll(/,/g)].map(each => each.index);
      const gap = commas.length === 0 ? 0 : commas[place % commas.length]!;
      const large = damaged.slice(0, gap) + GAP + damaged.slice(gap);
      // Keys that change prototypes are refused beyond JSON.
      fc.pre(!/__proto__|constructor/.test(large));
      expect(await parsed(large)).toEqual(outcome(large));
    }),
    { numRuns: isLongRun ? 300 : 100 },
  );
});

it('should keep keys, their order and the last of equal keys across slices', async () => {
  const text = `{"b":1,"a":{"x":[1${GAP},2],"2":3},"a":{"y":[[0]${GAP},{"deep":1}]}${GAP},"c":"\\ud800","":0}`;
  expect(JSON.stringify(await parse(text))).toBe(JSON.stringify(JSON.parse(text)));
});

it('should parse text beside ASCII and long strings, and drop a byte order mark', async () => {
  const value = { ключ: `${'ж"\\'.repeat(SLICE)}`, list: ['é'.repeat(SLICE), '𝄞'] };
  expect(await parse(`\uFEFF${JSON.stringify(value)}`)).toEqual(value);
});

it('should parse long texts with any characters and escapes like JSON.parse, at any place', async () => {
  const unit = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\\\\', '"', '\u0001', '𝄞', '\ud800', 'é'));
  const place = fc.constantFrom<(text: string) => string>(
    text => text,
    text => `[1,[${text}],2]`,
    text => `{"a":1,"b":[{"c":${text}}],"a":${text} , "d":0}`,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(unit, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      place,
      async (units, escaped, put) => {
        const some = units.join('');
        fc.pre(some !== '');
        const long = some.repeat(Math.ceil((1.2 * SLICE) / some.length));
        const text = put(
          escaped
            ? `"${long.replace(/[^]/g, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`
            : JSON.stringify(long),
        );
        expect(await parse(text), text.slice(0, 200)).toEqual(JSON.parse(text));
      },
    ),
    { numRuns: 12 },
  );
});

it.each([
  ['a long text that does not end', `["${'x'.repeat(3 * SLICE)}`],
  ['a long text with a wrong escape', `["${'x'.repeat(2 * SLICE)}\\x${'x'.repeat(2 * SLICE)}"]`],
  ['a long text with a line end', `["${'x'.repeat(2 * SLICE)}\n"]`],
  ['two long texts without a comma', `["${'x'.repeat(2 * SLICE)}" "${'x'.repeat(2 * SLICE)}"]`],
  ['a long text that is too long', `["${'x'.repeat(JSON_TEXT + SLICE)}"]`],
  ['a key without end', `{"${'x'.repeat(2 * 1024 * 1024)}":1}`],
  ['an object of many members', `{${Array.from({ length: JSON_MEMBERS + 1 }, (_, at) => `"${at}":1`).join(',')}}`],
  ['blanks without end', `[1,${' '.repeat(2 * 1024 * 1024)}2]`],
  ['a number without end', `[1,${'1'.repeat(2 * 1024 * 1024)}]`],
])('should refuse %s', async (_, text) => {
  await expect(parse(text)).rejects.toMatchObject({ status: 400 });
});

it('should refuse what is nested deeper than 64 levels, before it is parsed', async () => {
  const nested = (levels: number): string => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);
  expect(await parsed(nested(JSON_DEPTH))).not.toBe('not JSON');
  await expect(parse(nested(JSON_DEPTH + 2))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('nested deeper') as string,
  });
  await expect(parse('['.repeat(5_000_000))).rejects.toMatchObject({ status: 400 });
});

it('should refuse more than two million values', async () => {
  const list = (length: number): string => `[${'0,'.repeat(length - 1)}0]`;
  expect(await parse(list(JSON_VALUES - 1))).toHaveLength(JSON_VALUES - 1);
  await expect(parse(list(JSON_VALUES + 1))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('values') as string,
  });
});

it.each([
  '{"__proto__":{}}',
  '{"a":{"\\u005f_proto__":1}}',
  '{"constructor":{"prototype":{}}}',
  `{"constructor":{"a":1${GAP},"prototype":1}}`,
  `{"constructor":{"a":1,"prototype":[1${GAP},2]}}`,
])('should refuse keys that change a prototype: %.40s', async text => {
  await expect(parse(text)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('prototype') as string,
  });
});

it.each([
  ['nested too deep', '['.repeat(3 * SLICE)],
  ['of too many values', `[${'0,'.repeat(JSON_VALUES + SLICE)}`],
  ['of a text that is too long', `["${'x'.repeat(JSON_TEXT + 3 * SLICE)}`],
])('should refuse a document %s before all of it has arrived', async (_, text) => {
  const arriving = new Readable({ read: () => undefined });
  arriving.push(text);
  await expect(readJson(arriving)).rejects.toMatchObject({ status: 400 });
});

it('should parse a document whose escapes end at any place of a slice or of what has arrived', async () => {
  for (const shift of [0, 1, 2]) {
    const text = `{"a":${' '.repeat(shift)}"${'\\\\'.repeat(SLICE)}","b":[${'"\\"",'.repeat(SLICE / 8)}0]}`;
    for (const size of [SLICE, SLICE + 1, SLICE + 2, 50_001]) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        Buffer.from(text.slice(at * size, (at + 1) * size)),
      );
      expect(JSON.stringify(await readJson(Readable.from(chunks)))).toBe(JSON.stringify(JSON.parse(text)));
    }
  }
});

it('should let other work go on between the slices of a large document', async () => {
  const document = `[${'{},'.repeat(900_000)}{}]`;
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await parse(document);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(Math.floor(document.length / SLICE) - 1);
});

it('should give each turn of the event loop to one of the documents that are parsed side by side', async () => {
  const document = `[${'0,'.repeat(400_000)}0]`;
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await Promise.all(Array.from({ length: 5 }, () => parse(document)));
  clearImmediate(next);
  expect(turns).toBeGreaterThan(5 * Math.floor(document.length / SLICE) - 5);
});
