import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { CodePoints } from '../common/code-points.ts';
import { lanesOf } from '../common/span-lanes.ts';
import { textBlocks } from '../common/text-blocks.ts';
import { isEntity, isRelation, newEntity, newRelation } from '../common/text-instances.ts';
import { SpanIndex } from './span-index.ts';

const text = `${'One line of the text 🙂 that is long.\n'.repeat(12)}`;
const points = new CodePoints(text);
const blocks = textBlocks(text);
const by = { email: 'ana@north.test' };

const span = fc
  .tuple(fc.nat(points.length - 2), fc.integer({ min: 1, max: 90 }))
  .map(([start, length]) => newEntity({ start, end: Math.min(points.length, start + length) }, undefined, by));

/** Between spans that may not be there. */
const relation = fc
  .tuple(fc.nat(30), fc.nat(30), fc.boolean())
  .map(([from, to, visible]) => ({ ...newRelation(String(from), String(to), undefined, by), visible }));

it('should lie as if it were made again after any row of changes', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.array(
          fc.oneof(
            fc.tuple(fc.nat(30).map(String), fc.option(span, { nil: undefined })),
            fc.tuple(
              fc.nat(6).map(each => `r${each}`),
              fc.option(relation, { nil: undefined }),
            ),
          ),
          { maxLength: 8 },
        ),
        { maxLength: 8 },
      ),
      rounds => {
        const index = new SpanIndex(points, blocks.starts);
        const now = new Map<string, Instance>();
        for (const round of rounds) {
          for (const [id, instance] of round) {
            if (instance === undefined) now.delete(id);
            else now.set(id, { ...instance, id });
          }
          index.update(
            round.map(([id]) => id),
            id => now.get(id),
          );
        }
        const relations = [...now.values()].filter(isRelation).filter(each => each.visible);
        for (let end = 0; end <= 30; end++) {
          expect(new Set(index.relationsOf(String(end)))).toEqual(
            new Set(relations.filter(({ from, to }) => [from, to].includes(String(end)))),
          );
        }
        const lanes = lanesOf(
          [...now.values()].filter(isEntity).map(each => ({ id: each.id, ...index.stretchOf(each) })),
        );
        expect(index.ordered.map(each => each.id).toSorted()).toEqual(
          [...now.values()]
            .filter(isEntity)
            .map(each => each.id)
            .toSorted(),
        );
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
