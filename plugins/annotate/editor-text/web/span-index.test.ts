import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { CodePoints } from '../common/code-points.ts';
import { lanesOf } from '../common/span-lanes.ts';
import { textBlocks } from '../common/text-blocks.ts';
import { isEntity, newEntity } from '../common/text-instances.ts';
import { SpanIndex } from './span-index.ts';

const text = `${'One line of the text 🙂 that is long.\n'.repeat(12)}`;
const points = new CodePoints(text);
const blocks = textBlocks(text);
const by = { email: 'ana@north.test' };

const span = fc
  .tuple(fc.nat(points.length - 2), fc.integer({ min: 1, max: 90 }))
  .map(([start, length]) => newEntity({ start, end: Math.min(points.length, start + length) }, undefined, by));

it('should lie as if it were made again after any row of changes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.tuple(fc.nat(30), fc.option(span, { nil: undefined })), { maxLength: 8 }), { maxLength: 8 }),
      rounds => {
        const index = new SpanIndex(points, blocks.starts);
        const now = new Map<string, Instance>();
        for (const round of rounds) {
          for (const [name, entity] of round) {
            if (entity === undefined) now.delete(String(name));
            else now.set(String(name), { ...entity, id: String(name) });
          }
          index.update(
            round.map(([name]) => String(name)),
            id => now.get(id),
          );
        }
        const lanes = lanesOf(
          [...now.values()].filter(isEntity).map(each => ({ id: each.id, ...index.stretchOf(each) })),
        );
        expect(index.ordered.map(each => each.id).toSorted()).toEqual([...now.keys()].toSorted());
        for (const each of index.ordered) expect(each.lane).toBe(lanes.get(each.id));
        for (const block of blocks.starts.keys()) {
          const [start, end] = [blocks.starts[block]!, blocks.starts[block + 1] ?? text.length];
          expect(
            index
              .inBlock(block)
              .map(each => each.id)
              .toSorted(),
          ).toEqual(
            index.ordered
              .filter(each => each.start < end && each.end > start)
              .map(each => each.id)
              .toSorted(),
          );
        }
      },
    ),
    { numRuns: 300 },
  );
});
