import { describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { questionAgreements } from './answers.ts';
import type { GroupTypeOf } from './instance-answers.ts';
import type { InstanceLook, ItemWork } from './item-agreement.ts';
import { itemAgreement } from './item-agreement.ts';
import { textLikeness, valueLikeness } from './value-likeness.ts';

let made = 0;
const instance = (fields: Partial<Instance>): Instance => ({
  id: `i${(made += 1)}`,
  type: 'tag',
  classId: 1,
  className: 'Kind',
  attributes: [],
  ...fields,
});
const works = (...people: readonly (readonly Instance[])[]): ItemWork[] =>
  people.map((instances, at) => ({ email: `p${at}@example.com`, document: { ...emptyDocument('a'), instances } }));
const groupTypeOf: GroupTypeOf = (_, group) =>
  group.includes('Sure') || group === 'value_stars'
    ? 'numeric'
    : group.includes('Marks') || group === 'value_issues'
      ? 'checklist'
      : group.includes('Note') || group === 'value_text'
        ? 'text'
        : 'radio';
const look: InstanceLook = {
  groupTypeOf,
  rings: each => (Array.isArray(each['points']) ? [each['points'] as number[]] : []),
};

describe('agreement about an item', () => {
  it('should be 1 when all made the same, and unknown when nobody made anything', () => {
    const box = { type: 'polygon', className: 'Car', points: [0, 0, 10, 0, 10, 10, 0, 10] };
    expect(itemAgreement(works([instance(box)], [instance(box)], [instance(box)]), look)).toMatchObject({
      score: 1,
      f1: 1,
    });
    expect(itemAgreement(works([], []), look)).toMatchObject({ score: undefined, f1: undefined, pieces: [] });
  });

  it('should be the overlap of areas of one class, with 0 for what only one has', () => {
    const one = instance({ type: 'polygon', className: 'Car', points: [0, 0, 10, 0, 10, 10, 0, 10] });
    const other = instance({ type: 'polygon', className: 'Car', points: [5, 0, 15, 0, 15, 10, 5, 10] });
    const alone = instance({ type: 'polygon', className: 'Tree', points: [0, 0, 10, 0, 10, 10, 0, 10] });
    const { score, f1, pieces } = itemAgreement(works([one], [other, alone]), look);
    expect(score).toBeCloseTo(1 / 6, 9);
    expect(f1).toBeCloseTo(2 / 3, 9);
    expect(pieces.map(each => each.things)).toEqual([
      [one.id, other.id],
      [undefined, alone.id],
    ]);
  });

  it('should count spans by their characters, and exactly the same ones for F1', () => {
    const span = (start: number, end: number, className = 'PER'): Instance =>
      instance({ type: 'entity', className, start, end });
    const { score, f1 } = itemAgreement(
      works([span(3, 6, 'MISC'), span(8, 10)], [span(2, 6, 'MISC'), span(8, 10)]),
      look,
    );
    expect(f1).toBe(0.5);
    expect(score).toBeCloseTo((3 / 4 + 1) / 2, 9);
  });

  it('should take links for the same that lead from and to the same', () => {
    const linked = (from: number, to: number): Instance[] => {
      const [one, other] = [from, to].map(start =>
        instance({ type: 'entity', className: 'PER', start, end: start + 3 }),
      );
      return [one!, other!, instance({ type: 'relationship', className: 'knows', from: one!.id, to: other!.id })];
    };
    expect(itemAgreement(works(linked(0, 10), linked(0, 10)), look)).toMatchObject({
      score: 1,
      pieces: [{}, {}, { label: 'knows', likeness: 1 }],
    });
    expect(itemAgreement(works(linked(0, 10), linked(10, 0)), look).pieces).toHaveLength(4);
  });

  it('should keep what lies elsewhere or is a line apart unless it is the same', () => {
    const line = (points: number[]): Instance => instance({ type: 'polyline', className: 'Lane', path: points });
    expect(itemAgreement(works([line([0, 0, 5, 5])], [line([0, 0, 5, 5])]), look).score).toBe(1);
    expect(itemAgreement(works([line([0, 0, 5, 5])], [line([0, 0, 5, 6])]), look).pieces).toHaveLength(2);
  });

  it('should compare masks by what they share', () => {
    const part = (): Instance => ({ ...instance({ className: 'Road', parts: [{ color: '#00000f' }] }), type: '' });
    const [one, other] = [part(), part()];
    const { score } = itemAgreement(works([one], [other]), {
      groupTypeOf,
      maskOverlap: (a, b) => (a.person === 0 && a.id === one.id && b.person === 1 && b.id === other.id ? 0.8 : 0),
    });
    expect(score).toBeCloseTo(0.8, 9);
  });

  it('should keep answers to the same component one piece, however different they are', () => {
    const value = (path: (string | number)[], given: unknown): Instance =>
      instance({ className: String(path.at(-1)), element_path: path, value: given });
    const { pieces } = itemAgreement(
      works(
        [value(['text'], 'A fine day'), value(['rows', 0, 'kind'], 'A')],
        [value(['text'], 'a day'), value(['rows', 0, 'kind'], 'B')],
      ),
      look,
    );
    expect(pieces.map(each => [each.label, each.likeness])).toEqual([
      ['text', expect.closeTo(0.8, 9)],
      ['kind', expect.closeTo(0, 6)],
    ]);
  });
});

describe('answers', () => {
  const tag = (className: string, ...attributes: { groupName: string; name: string | number }[]): Instance =>
    instance({ className, attributes });

  it('should be the classes people chose and what they said of them, without texts', () => {
    const { answers } = itemAgreement(
      works(
        [
          tag(
            'Document',
            { groupName: 'Kind', name: 'Invoice' },
            { groupName: 'Marks', name: 'Stamp' },
            { groupName: 'Sure', name: 0.9 },
            { groupName: 'Note', name: 'x' },
          ),
        ],
        [tag('Document', { groupName: 'Kind', name: 'Letter' }), tag('Redact')],
      ),
      look,
    );
    expect(answers).toEqual([
      { question: 'Document', metric: 'nominal', values: ['yes', 'yes'] },
      { question: 'Document / Kind', metric: 'nominal', values: ['Invoice', 'Letter'] },
      { question: 'Document / Marks / Stamp', metric: 'nominal', values: ['yes', 'no'] },
      { question: 'Document / Sure', metric: 'interval', values: [0.9, undefined] },
      { question: 'Redact', metric: 'nominal', values: ['no', 'yes'] },
    ]);
  });

  it('should be one question for all rows of a form', () => {
    const stars = (row: number, value: number): Instance =>
      instance({ className: 'stars', element_path: ['answers', row, 'stars'], value });
    const { answers } = itemAgreement(works([stars(0, 5), stars(1, 2)], [stars(0, 5), stars(1, 2)]), look);
    expect(answers.map(each => each.question)).toEqual(['answers / stars', 'answers / stars']);
    expect(questionAgreements(answers)).toEqual([
      { question: 'answers / stars', metric: 'interval', items: 2, alpha: 1, kappa: undefined },
    ]);
  });

  it('should give α and κ over items: those of two people who answer ten items', () => {
    const given = ['0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0'].map(row => row.split(' '));
    const answers = given[0]!
      .map(
        (_, item) =>
          itemAgreement(works(...given.map(row => [tag('Item', { groupName: 'Kind', name: row[item]! })])), look)
            .answers,
      )
      .flat();
    const kind = questionAgreements(answers).find(each => each.question === 'Item / Kind');
    expect(kind?.alpha).toBeCloseTo(0.095, 3);
    expect(kind?.kappa).toBeCloseTo(0.0909, 3);
    expect(kind?.items).toBe(10);
  });
});

describe('values', () => {
  it('should be alike by words, by what lists share, or not at all', () => {
    expect(textLikeness('the cat sat', 'The cat, sat!')).toBe(1);
    expect(textLikeness('the the cat', 'the dog')).toBeCloseTo(0.4, 9);
    expect(textLikeness('', 'a')).toBe(0);
    expect(textLikeness('东京 塔', '东京 塔')).toBe(1);
    expect(valueLikeness(['a', 'b'], ['b', 'c'])).toBeCloseTo(1 / 3, 9);
    expect(valueLikeness([], [])).toBe(1);
    expect(valueLikeness(3, 3)).toBe(1);
    expect(valueLikeness(3, 4)).toBe(0);
    expect(valueLikeness(null, 'a')).toBe(0);
  });
});
