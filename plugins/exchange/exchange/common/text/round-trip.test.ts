import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '#tests/support/run-plan.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { classNamed, noPictures, readTextBack, writtenText } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';
import type { ExchangeFormat } from '../exchange/exchange-format.ts';
import { tokensOf, touched } from './text-tokens.ts';

const kind = (each: AnnotationClass, type: 2 | 3): AnnotationClass => ({ ...each, type });
const classes = [
  classNamed('Person', 0, [
    ['State', 'radio', ['Known', 'not known']],
    ['Ways', 'checklist', ['a', 'b c', 'd']],
    ['Year', 'numeric', []],
    ['My notes', 'text', []],
  ]),
  classNamed('Big place', 1),
  kind(
    classNamed('works for', 2, [
      ['Since', 'text', []],
      ['Sure', 'radio', ['yes', 'no']],
    ]),
    3,
  ),
  kind(classNamed('Biography', 3), 2),
];
const names = ['Person', 'Big place'] as const;

/** Pieces of scripts and marks that are counted differently by those who count bytes, units, points or graphemes. */
const pieces = [
  'a',
  'Ada',
  'x1',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\t',
  '.',
  ',',
  '-',
  '_',
  '|',
  '"',
  "'",
  '🙂',
  '👩‍👩‍👧',
  '👍🏽',
  '🇩🇪',
  'e\u0301',
  'n\u0303o',
  '\u0301',
  'שלום',
  'مرحبا',
  '\u200F',
  '\u200D',
  '中文',
  'की',
  '\u00A0',
  '\u2028',
  '𝒳',
  'O',
  'B-X',
  '#',
  '\uFEFFz',
  '\u0085',
  '-DOCSTART-',
  '\\',
  '{',
  'T1',
];
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...pieces),
      fc.string({ unit: 'grapheme', maxLength: 3 }).map(each => each.replaceAll(/[\r\0]/g, '')),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map(each =>
    each
      .join('')
      .replace(/^\uFEFF+/, '')
      .toWellFormed(),
  )
  .filter(each => each !== '');

const textAndSpans = text.chain(body => {
  const length = Array.from(body).length;
  const span = fc
    .tuple(fc.nat(length - 1), fc.integer({ min: 1, max: 12 }), fc.constantFrom(...names))
    .map(([start, size, className]) => ({ start, end: Math.min(length, start + size), className }));
  return fc.record({
    body: fc.constant(body),
    spans: fc.array(span, { maxLength: 8 }),
    links: fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 4 }),
  });
});

const value = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map(each => each.replaceAll(/[\r\n\0\p{Zl}\p{Zp}\u0085]/gu, ' ').toWellFormed())
  .filter(each => each !== '');
const attributes = fc
  .record({
    State: fc.option(fc.constantFrom('Known', 'not known')),
    Ways: fc.subarray(['a', 'b c', 'd']),
    Year: fc.option(fc.integer({ min: -5, max: 3000 })),
    'My notes': fc.option(value),
  })
  .map(({ State, Ways, Year, 'My notes': notes }) => [
    ...(State === null ? [] : [{ groupName: 'State', name: State }]),
    ...Ways.map(name => ({ groupName: 'Ways', name })),
    ...(Year === null ? [] : [{ groupName: 'Year', name: Year }]),
    ...(notes === null ? [] : [{ groupName: 'My notes', name: notes }]),
  ]);

const entity = (
  at: number,
  { start, end, className }: { start: number; end: number; className: string },
  values: readonly JsonRecord[] = [],
): JsonRecord => ({ type: 'entity', id: `e${at}`, className, start, end, attributes: values });
const documentOf = (instances: readonly JsonRecord[]): JsonRecord => ({
  metadata: {},
  instances,
  tags: [],
  freeText: '',
  comments: [],
});
const sorted = (values: unknown): unknown =>
  (values as readonly { groupName: string; name: unknown }[])
    .map(({ groupName, name }) => `${groupName} ${JSON.stringify(name)}`)
    .toSorted();

/** Instances without ids: ends of relationships as what they lead to. */
function contentOf(document: JsonRecord): unknown {
  const instances = document['instances'] as readonly JsonRecord[];
  const place = (id: unknown): unknown => {
    const { start, end, className } = instances.find(each => each['id'] === id)!;
    return [start, end, className];
  };
  return instances.map(({ type, className, start, end, from, to, attributes: values }) =>
    type === 'relationship'
      ? [type, className, place(from), place(to), sorted(values)]
      : [type, className, start, end, sorted(values)],
  );
}

describe('import(export(x)) of texts', () => {
  it.each(['brat', 'prodigy', 'label-studio-text'] as const)(
    '%s should be x with all spans, relationships and attributes, for any text',
    async id => {
      // It has no place for attributes of relationships, and none for tags without attributes.
      const isPlain = id === 'label-studio-text';
      await fc.assert(
        fc.asyncProperty(
          textAndSpans,
          fc.array(attributes, { minLength: 8, maxLength: 8 }),
          async ({ body, spans, links }, values) => {
            const instances = [
              ...spans.map((span, at) => entity(at, span, span.className === 'Person' ? values[at]! : [])),
              ...links.flatMap(([from, to], at): JsonRecord[] =>
                from === to || from >= spans.length || to >= spans.length
                  ? []
                  : [
                      {
                        type: 'relationship',
                        id: `r${at}`,
                        className: 'works for',
                        from: `e${from}`,
                        to: `e${to}`,
                        attributes: isPlain
                          ? []
                          : [
                              { groupName: 'Since', name: 'long ago' },
                              { groupName: 'Sure', name: 'yes' },
                            ],
                      },
                    ],
              ),
              ...(isPlain ? [] : [{ type: 'tag', className: 'Biography', attributes: [] }]),
            ];
            const document = { ...documentOf(instances), tags: ['english'], freeText: 'Two\nlines' };
            const { files, lost } = await writtenText(
              exchangeFormats[id],
              document,
              body,
              classes,
              {},
              'b.txt',
              'notes',
            );
            expect(lost.filter(line => !/with _ for/.test(line))).toEqual([]);
            const back = await readTextBack(exchangeFormats[id], files, undefined, classes);
            expect(back).toMatchObject({ report: [], texts: [body], names: ['notes/b.txt'] });
            expect(contentOf(back.documents[0]!)).toEqual(contentOf(document));
            expect(back.documents[0]).toMatchObject({ tags: ['english'], freeText: 'Two\nlines' });
          },
        ),
        { numRuns: runsOf(1_000) },
      );
    },
  );

  it.each(['bio', 'conll2003'] as const)(
    'conll %s should be the spans that lie on whole words and under no other, in the text of the item',
    async task => {
      await fc.assert(
        fc.asyncProperty(textAndSpans, async ({ body, spans }) => {
          const { files } = await writtenText(
            exchangeFormats.conll,
            documentOf(spans.map((span, at) => entity(at, span))),
            body,
            classes,
            { task },
          );
          const tokens = tokensOf(body);
          const whole = spans.flatMap(span => {
            const found = touched(tokens, span.start, span.end);
            return found === undefined
              ? []
              : [
                  {
                    span,
                    words: found,
                    grown: { start: tokens[found[0]]!.start, end: tokens[found[1]]!.end, className: span.className },
                  },
                ];
          });
          const kept: typeof whole = [];
          for (const each of whole.toSorted(
            (one, other) =>
              other.span.end - other.span.start - (one.span.end - one.span.start) || one.span.start - other.span.start,
          ))
            if (kept.every(({ words }) => each.words[1] < words[0] || each.words[0] > words[1])) kept.push(each);
          const expected = kept.map(each => each.grown).toSorted((one, other) => one.start - other.start);
          if (tokens.length === 0) return;
          const back = await readTextBack(exchangeFormats.conll, files, body, classes);
          expect(back.report).toEqual([]);
          expect(
            (back.documents[0]!['instances'] as JsonRecord[]).map(({ className, start, end }) => ({
              start,
              end,
              className,
            })),
          ).toEqual(expected);
          // Without the item the words are the same, and so are the spans' words.
          const alone = await readTextBack(exchangeFormats.conll, files, undefined, classes);
          const points = Array.from(alone.texts[0]!);
          const bare = (piece: string): string => piece.replaceAll(/[\s\p{Z}\p{Cc}]/gu, '');
          expect(bare(alone.texts[0]!)).toBe(bare(body));
          expect(
            (alone.documents[0]!['instances'] as { start: number; end: number }[]).map(({ start, end }) =>
              bare(points.slice(start, end).join('')),
            ),
          ).toEqual(expected.map(({ start, end }) => bare(Array.from(body).slice(start, end).join(''))));
        }),
        { numRuns: runsOf(1_000) },
      );
    },
  );

  it('conll should say what it cannot carry', async () => {
    const instances = [
      entity(1, { start: 0, end: 10, className: 'Person' }, [{ groupName: 'Year', name: 3 }]),
      entity(2, { start: 4, end: 7, className: 'Person' }),
      entity(3, { start: 12, end: 14, className: 'Big place' }),
      { type: 'relationship', id: 'r', className: 'works for', from: 'e1', to: 'e3' },
      { type: 'tag', className: 'Biography' },
    ];
    const { files, lost } = await writtenText(
      exchangeFormats.conll,
      { ...documentOf(instances), tags: ['english'], freeText: 'x', comments: [{ start: 1, end: 2 }] },
      'Dr Ada Mor. Lyons',
      classes,
    );
    expect(files.get('a.txt.conll')).toBe(
      '-DOCSTART-\tO\n\nDr\tB-Person\nAda\tI-Person\nMor\tI-Person\n.\tO\nLyons\tB-Big_place\n',
    );
    expect(lost).toEqual(
      [
        '1 span was dropped under a longer one',
        '1 span was moved to the ends of its words',
        '1 name was written with _ for its blanks',
        '1 relationship was dropped',
        '1 tag instance was dropped',
        '1 tag was dropped',
        '1 comment was dropped',
        '1 instance lost attributes',
        '1 item lost freeText',
      ].toSorted((one, other) => lost.indexOf(one) - lost.indexOf(other)),
    );
  });

  it('should name items that are left out because their text is not kept here', async () => {
    for (const id of ['conll', 'brat', 'prodigy', 'label-studio-text'] as const) {
      const format: ExchangeFormat = exchangeFormats[id];
      const writer = await format.writer({ classes, projectName: 'a', options: {}, png: noPictures });
      const item = { name: 'a.pdf', folder: '', width: undefined, height: undefined, document: documentOf([]) };
      expect([...(writer.files?.(item) ?? []), writer.list?.item(item) ?? ''].join('')).toBe('');
      expect(writer.report.lines()).toEqual([
        expect.stringMatching(
          /^\S+: its text is not kept here, or its file gives another text today than when it was annotated, so it was left out$/,
        ),
      ]);
    }
  });
});
