import { describe, expect, it } from 'vitest';
import { seedsOf } from '#tests/support/run-plan.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import type { PlacedRun } from './page-text.ts';
import { pageText } from './page-text.ts';
import { readKindOf, textDigest } from './reading.ts';

/** A run of letters half as wide as they are high. */
const run = (text: string, x: number, y: number, size = 10): PlacedRun => ({
  text,
  x,
  y,
  size,
  width: text.length * size * 0.5,
  rightToLeft: false,
});
const prose = 'the words of a line of prose in a column';

describe('the text of a page', () => {
  it('should keep lines, and leave an empty one between paragraphs', () => {
    expect(
      pageText([
        run('One line', 10, 100),
        run('and the next.', 10, 88),
        run('Another', 10, 76),
        run('paragraph.', 10, 52),
        run('Its end.', 10, 40),
      ]),
    ).toBe('One line\nand the next.\nAnother\n\nparagraph.\nIts end.');
  });

  it('should put words together that stand together, and apart that stand apart', () => {
    expect(pageText([run('Hel', 0, 0), run('ix', 15, 0), run('Labs', 29, 0), { ...run('2', 50, 4, 6) }])).toBe(
      'Helix Labs 2',
    );
  });

  it('should read columns one after the other, below a title over both', () => {
    const lines = Array.from({ length: 6 }, (_, at) => at);
    const runs = [
      run('A title that goes over both of the columns of the page and more', 20, 200, 12),
      ...lines.flatMap(at => [run(`${prose} L${at}`, 0, 160 - at * 12), run(`${prose} R${at}`, 260, 158 - at * 12)]),
    ];
    expect(pageText(runs)).toBe(
      `A title that goes over both of the columns of the page and more\n\n${lines.map(at => `${prose} L${at}`).join('\n')}\n\n${lines.map(at => `${prose} R${at}`).join('\n')}`,
    );
  });

  it('should read tables row by row', () => {
    expect(
      pageText([
        run('Name', 0, 30),
        run('Town', 100, 30),
        run('Year', 200, 30),
        run('Ada', 0, 18),
        run('Lyon', 100, 18),
        run('2021', 200, 18),
        run('Noor', 0, 6),
        run('Beirut', 100, 6),
        run('2019', 200, 6),
      ]),
    ).toBe('Name\tTown\tYear\nAda\tLyon\t2021\nNoor\tBeirut\t2019');
  });

  it('should read what runs from the right that way', () => {
    expect(
      pageText([
        { ...run('אדה', 40, 0), rightToLeft: true },
        { ...run('מורו', 10, 0), rightToLeft: true },
      ]),
    ).toBe('אדה מורו');
  });

  it('should be the same in whatever order the runs come, and lose none of them', () => {
    for (const seed of seedsOf('order of runs', 500)) {
      const next = seededNumbers(seed);
      const runs = Array.from({ length: 1 + next(40) }, (_, at) => run(`w${at}`, next(50) * 12, next(30) * 14));
      const shuffled = runs
        .map(each => [next(10_000), each] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([, each]) => each);
      const distinct = runs.filter(
        (each, at) => runs.findIndex(other => other.x === each.x && other.y === each.y) === at,
      );
      if (distinct.length < runs.length) continue;
      const text = pageText(runs);
      expect(pageText(shuffled)).toBe(text);
      for (const each of runs) expect(text).toContain(each.text);
    }
  });

  it('should be empty where nothing is written', () => {
    expect([pageText([]), pageText([run('  ', 0, 0)])]).toEqual(['', '']);
  });
});

it('should detect by name and bytes what has to be extracted, and distinguish texts', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  expect([
    readKindOf('a.txt', bytes('%PDF-1.7')),
    readKindOf('a.HTM', bytes('words')),
    readKindOf('a.md', bytes('<p>')),
  ]).toEqual(['pdf', 'html', undefined]);
  expect(textDigest('Ada')).toMatch(/^[0-9a-f]{16}$/);
  expect(new Set(['', 'a', 'b', 'ab', 'ba', '🙂'].map(textDigest)).size).toBe(6);
});
