import { array, assert, boolean, constant, constantFrom, oneof, property, string, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query.ts';
import { printQuery } from '../query/print-query.ts';
import { chipsOf, termsOf } from '../query/query-terms.ts';
import type { Facet, FacetValue } from './facet.ts';
import { facetRanges } from './facet.ts';
import { pictureChecks } from '../quality-queries.ts';
import { chosenValues, sameValue, toggleValue, withoutFacet } from './facet-terms.ts';

const facets: readonly Facet[] = [
  { kind: 'status' },
  { kind: 'class' },
  { kind: 'assignee' },
  { kind: 'category' },
  { kind: 'approval' },
  { kind: 'size' },
  { kind: 'attribute', name: 'Color' },
  { kind: 'attribute', name: 'time of day' },
  { kind: 'field', name: 'age' },
  { kind: 'field', name: 'a.b and c' },
  { kind: 'quality', name: 'Sharpness' },
  { kind: 'quality', name: 'Exposure' },
];
const exposure: Facet = { kind: 'quality', name: 'Exposure' };
const sharpness: Facet = { kind: 'quality', name: 'Sharpness' };
const query = (text: string): ReturnType<typeof parseQuery>['query'] => parseQuery(text).query;
const toggled = (text: string, facet: Facet, value: FacetValue): string =>
  printQuery(toggleValue(query(text), facet, value));

describe('facets of a query', () => {
  it.each<readonly [string, Facet, readonly FacetValue[]]>([
    ['metadata(status = Completed)', { kind: 'status' }, ['Completed']],
    ['status = Completed', { kind: 'status' }, ['Completed']],
    ['metadata.status IN [Completed, Skipped]', { kind: 'status' }, ['Completed', 'Skipped']],
    ['status != Completed', { kind: 'status' }, []],
    ['status = Completed OR pinned = true', { kind: 'status' }, []],
    ['instance(className = Car) AND instance(className = Person)', { kind: 'class' }, ['Car', 'Person']],
    ['instance(className = Car AND area < 100)', { kind: 'class' }, []],
    ['instance.none(className = Car)', { kind: 'class' }, []],
    ['assignment(email = none)', { kind: 'assignee' }, [null]],
    ['assignment(email = me())', { kind: 'assignee' }, []],
    ['assignment.QA(email = none)', { kind: 'assignee' }, []],
    ['instance(attributes.Color = Red)', { kind: 'attribute', name: 'Color' }, ['Red']],
    ['custom.city = "none"', { kind: 'field', name: 'city' }, ['none']],
    ['metadata(size >= 100000 AND size < 1000000)', { kind: 'size' }, ['100 kB to 1 MB']],
    ['metadata(size >= 100001)', { kind: 'size' }, []],
    ['size < 100000 OR size IS EMPTY', { kind: 'size' }, ['Under 100 kB', null]],
    ['file(sharpness < 50)', sharpness, ['Blurred']],
    ['file.Sharpness >= 50.0', sharpness, ['Sharp']],
    ['file(sharpness <= 50)', sharpness, []],
    ['NOT file(sharpness < 50)', sharpness, []],
    ['file(sharpness < 50 AND brightness < 15)', sharpness, []],
    ['file(sharpness < 50) OR file(brightness < 15)', sharpness, []],
    ['file(sharpness IS NOT EMPTY)', sharpness, []],
    ['metadata(sharpness < 50)', sharpness, []],
    ['file(brightness >= 15 AND brightness <= 90)', exposure, ['Normal']],
    ['file(brightness <= 90 AND brightness >= 15)', exposure, ['Normal']],
    ['file(brightness BETWEEN 15 AND 90)', exposure, ['Normal']],
    ['file(brightness NOT BETWEEN 15 AND 90)', exposure, []],
    ['file(brightness < 15 OR brightness > 90)', exposure, ['Dark', 'Overexposed']],
    ['file(brightness = none) OR file.brightness < 15', exposure, [null, 'Dark']],
    ['file(brightness >= 15 AND brightness IS EMPTY)', exposure, []],
  ])('should read the values of %s', (text, facet, values) => expect(chosenValues(query(text), facet)).toEqual(values));

  it('should add a value as an alternative and remove it again', () => {
    const one = toggled('pinned = true ORDER BY name', { kind: 'class' }, 'Car');
    expect(one).toBe('pinned = true AND instance(className = Car) ORDER BY name');
    const two = toggled(one, { kind: 'class' }, 'Number plate');
    expect(two).toBe('pinned = true AND instance(className IN [Car, Number plate]) ORDER BY name');
    expect(toggled(two, { kind: 'class' }, 'car')).toBe(
      'pinned = true AND instance(className = Number plate) ORDER BY name',
    );
  });

  it('should keep alternatives of the query together when a facet narrows them', () =>
    expect(toggled('pinned = true OR priority > 5', { kind: 'status' }, 'Completed')).toBe(
      '(pinned = true OR priority > 5) AND metadata(status = Completed)',
    ));

  it.each([
    ['blurred', sharpness, 'Blurred'],
    ['dark', exposure, 'Dark'],
    ['bright', exposure, 'Overexposed'],
    ['flat', { kind: 'quality', name: 'Contrast' } as const, 'Low'],
    ['duplicates', { kind: 'quality', name: 'Near duplicates' } as const, 'With duplicates'],
  ])('should show the quality check %s as chosen, and remove it', (id, facet, value) => {
    const check = pictureChecks.find(each => each.id === id)!.query;
    expect(chosenValues(query(check), facet)).toEqual([value]);
    expect(toggled(check, facet, value)).toMatch(/^ORDER BY/);
  });

  it('should write the quality of pictures as conditions on their measures', () => {
    const normal = toggled('pinned = true', exposure, 'Normal');
    expect(normal).toBe('pinned = true AND file(brightness >= 15 AND brightness <= 90)');
    const dark = toggled(normal, exposure, 'Dark');
    expect(dark).toBe('pinned = true AND file(brightness >= 15 AND brightness <= 90 OR brightness < 15)');
    const unmeasured = toggled(toggled(dark, exposure, 'Normal'), exposure, null);
    expect(unmeasured).toBe('pinned = true AND file(brightness < 15 OR brightness IS EMPTY)');
    expect(toggled(unmeasured, sharpness, 'Blurred')).toBe(`${unmeasured} AND file(sharpness < 50)`);
    expect(toggled(toggled(unmeasured, exposure, 'Dark'), exposure, null)).toBe('pinned = true');
  });

  it('should give the same choices when the text of the query is read again', () => {
    const values = (facet: Facet) =>
      facetRanges(facet) !== undefined
        ? constantFrom<FacetValue[]>(...facetRanges(facet)!.map(each => each.value), null)
        : oneof(
            constant<FacetValue>(null),
            constantFrom<FacetValue>('none', 'NULL', 'a AND b', 'me()', '12', '"', '\\', 'x]', '--', 'true'),
            string({ minLength: 1, unit: 'grapheme' }),
          );
    for (const facet of facets)
      assert(
        property(
          uniqueArray(values(facet), {
            minLength: 1,
            maxLength: 5,
            comparator: (one, other) => sameValue(facet, one, other),
          }),
          array(boolean(), { minLength: 5, maxLength: 5 }),
          constantFrom('', 'pinned = true', 'pinned = true OR priority > 5 ORDER BY name DESC LIMIT 5'),
          (added, removed, start) => {
            let text: string = start;
            for (const value of added) text = toggled(text, facet, value);
            const kept = added.filter((_, index) => removed[index] !== true);
            for (const value of added.filter(each => !kept.includes(each))) text = toggled(text, facet, value);
            const { query: read, problems } = parseQuery(text);
            expect(problems).toEqual([]);
            expect(chosenValues(read, facet)).toEqual(kept);
            expect(printQuery(withoutFacet(read, facet))).toBe(printQuery(query(start)));
          },
        ),
        { numRuns: 60 },
      );
  });
});

describe('chips of a query', () => {
  it('should list conditions and clauses, each with the query without it', () =>
    expect(chipsOf(query('status = Completed AND (pinned = true OR priority > 5) ORDER BY name LIMIT 10'))).toEqual([
      { text: 'status = Completed', without: 'pinned = true OR priority > 5 ORDER BY name LIMIT 10' },
      { text: 'pinned = true OR priority > 5', without: 'status = Completed ORDER BY name LIMIT 10' },
      { text: 'ORDER BY name', without: 'status = Completed AND (pinned = true OR priority > 5) LIMIT 10' },
      { text: 'LIMIT 10', without: 'status = Completed AND (pinned = true OR priority > 5) ORDER BY name' },
    ]));

  it('should have no terms without a condition', () => expect(termsOf(query('ORDER BY name'))).toEqual([]));
});
