import { describe, expect, it } from 'vitest';
import type { Comparison, Difference } from './api.ts';
import { accuracyOf, personFigures, tallies } from './gold-figures.ts';

const difference = (name: string, reference: string | null, own: string | null, similarity = 0): Difference => ({
  class_name: name,
  reference,
  own,
  similarity,
});

const comparison = (email: string, ...differences: readonly Difference[]): Comparison => ({
  item_id: 2,
  name: 'b.png',
  gold_item_id: 1,
  gold_name: 'a.png',
  email,
  submitted_at: '2026-01-01T00:00:00.000Z',
  accuracy: 1,
  classes: [...tallies(differences)],
});

describe('figures of gold items', () => {
  it('should count objects as matched, missed or extra by class', () => {
    const classes = tallies([
      difference('Tree', 'a', 'b', 0.8),
      difference('Car', 'c', null),
      difference('Car', null, 'd'),
      difference('Car', 'e', 'f', 1),
    ]);
    expect(classes).toEqual([
      { class_name: 'Car', matched: 1, missed: 1, extra: 1, similarity: 1 },
      { class_name: 'Tree', matched: 1, missed: 0, extra: 0, similarity: 0.8 },
    ]);
    expect(accuracyOf(classes)).toBeCloseTo(1.8 / 4);
  });

  it('should count a missed or extra object as wrong, and nothing on both sides as right', () => {
    expect(accuracyOf(tallies([difference('Car', 'a', null)]))).toBe(0);
    expect(accuracyOf([])).toBe(1);
  });

  it('should give figures by person and class, over all their items', () => {
    const { people, classNames } = personFigures([
      comparison('bob@x.test', difference('Car', 'a', 'b', 1)),
      comparison('ana@x.test', difference('Car', 'a', 'b', 0.5), difference('Tree', 'c', null)),
      comparison('ana@x.test', difference('Car', 'a', 'b', 1)),
    ]);
    expect(classNames).toEqual(['Car', 'Tree']);
    expect(people.map(each => each.email)).toEqual(['ana@x.test', 'bob@x.test']);
    expect(people[0]!.total).toEqual({ items: 2, matched: 2, missed: 1, extra: 0, accuracy: 0.5 });
    expect(people[0]!.classes.get('Car')).toEqual({ items: 2, matched: 2, missed: 0, extra: 0, accuracy: 0.75 });
    expect(people[1]!.classes.has('Tree')).toBe(false);
  });
});
