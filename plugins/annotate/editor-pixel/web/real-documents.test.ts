import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { LabelRaster, partColors, RasterChange } from '#plugins/annotate/annotations/common/raster/index.ts';
import { decodeMask, encodeMask } from '#plugins/annotate/editor/web/document/mask/png-mask.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { slice } from '#tests/support/run-plan.ts';
import { paintPatches } from '../common/paint-edits.ts';
import { storedParts } from '../common/stored-parts.ts';

type Json = Readonly<Record<string, unknown>>;

const files = [1, 2, 3].map(number => `../shared/data/pixel/product_export/example_image_${number}.jpg`);
const by = { email: 'ana@north.test', role: 'Annotator' };

/** As document and mask are stored, without the ids that reading adds. */
function saved(document: AnnotationDocument, raster: LabelRaster): Json & { readonly instances: readonly Json[] } {
  const colors = Array.from({ length: raster.slotCount }, (_, slot) => slot)
    .filter(slot => slot !== 0 && raster.countOf(slot) > 0)
    .map(slot => [raster.colorOf(slot), raster.countOf(slot)] as const);
  const stored = storedParts(
    document as unknown as Json,
    { hash: '', width: raster.width, height: raster.height, colors },
    by,
  );
  return { ...stored, instances: (stored['instances'] as readonly Json[]).map(({ id, ...instance }) => instance) };
}

const colorsOf = (raster: LabelRaster): Int32Array => Int32Array.from(raster.labels, slot => raster.colorOf(slot));

/** The first empty pixels of a row that touch an instance, so that paint there joins its part. */
function besides(
  raster: LabelRaster,
  slots: ReadonlySet<number>,
): { readonly x: number; readonly y: number } | undefined {
  for (let y = 0; y < raster.height; y += 1) {
    for (let x = 1; x < raster.width; x += 1) {
      const at = y * raster.width + x;
      if (raster.labels[at] === 0 && slots.has(raster.labels[at - 1]!)) return { x, y };
    }
  }
  return undefined;
}

describe('real documents', () => {
  it.for(slice('painted documents', files, 1))(
    '%s is painted on in one place and stays the same everywhere else, downloaded as well',
    { timeout: 120_000 },
    async (file, { skip }) => {
      skip(!existsSync(file), 'the file is not here');
      const original = JSON.parse(readFileSync(`${file}___pixel.json`, 'utf8')) as Json & {
        readonly instances: readonly Json[];
      };
      const mask = await decodeMask(readFileSync(`${file}___save.png`));
      const raster = new LabelRaster(mask.width, mask.height, mask);
      const session = new MemorySession({ id: 1, name: 'a.jpg', url: '' }, readDocument(original), [], by, raster);
      const [before, pixels] = [saved(session.scene.document, raster), colorsOf(raster)];
      // What the product exported is what we hold: only its listed parts without a pixel go.
      const painted = new Set(pixels);
      const kept = original.instances.filter(instance =>
        (instance['parts'] as readonly { readonly color: string }[]).some(({ color }) =>
          painted.has(Number.parseInt(color.slice(1), 16)),
        ),
      );
      for (const [place, instance] of kept.entries())
        expect(before.instances[place]).toMatchObject({
          classId: instance['classId'],
          className: instance['className'],
          attributes: instance['attributes'],
        });

      let edited = 0;
      const paintable = session.scene.instances.flatMap(instance => {
        const place = besides(raster, new Set(partColors(instance).map(color => raster.slotOf(color))));
        return place === undefined ? [] : [{ instance, place }];
      });
      for (const { instance, place } of slice(`painted instances of ${file}`, paintable, 5)) {
        const change = new RasterChange(raster);
        const slot = raster.slotOf(0xabcdef);
        const over = new Uint8Array(raster.slotCount + 1).fill(0);
        over[0] = 1;
        change.row(place.y, place.x, place.x + 1, slot, over);
        session.edit('Paint', paintPatches(change, session.scene.instances, slot, { kind: 'existing', instance }, by));
        edited += 1;

        const downloaded = await decodeMask(
          new Uint8Array(
            await encodeMask({
              width: raster.width,
              height: raster.height,
              labels: raster.labels,
              colors: Array.from({ length: raster.slotCount }, (_, each) => raster.colorOf(each)),
            }).arrayBuffer(),
          ),
        );
        const differing: { readonly at: number; readonly color: number | undefined }[] = [];
        downloaded.labels.forEach((label, at) => {
          const color = downloaded.colors[label];
          if (color !== pixels[at]) differing.push({ at, color });
        });
        const at = place.y * raster.width + place.x;
        expect(differing).toEqual([{ at, color: pixels[at - 1] }]);
        const after = saved(session.scene.document, raster);
        const number = session.scene.instances.findIndex(each => each.id === instance.id);
        expect({ ...after, instances: [] }).toEqual({ ...before, instances: [] });
        const { updatedAt, updatedBy, ...fields } = after.instances[number]!;
        const { updatedAt: _, updatedBy: __, ...was } = before.instances[number]!;
        expect(fields).toEqual(was);
        expect(after.instances.toSpliced(number, 1)).toEqual(before.instances.toSpliced(number, 1));
        expect(session.undo()).toBe(true);
        expect(saved(session.scene.document, raster)).toEqual(before);
      }
      expect(edited).toBeGreaterThan(0);
      // Millions of values are too many for toEqual.
      expect(Buffer.compare(Buffer.from(colorsOf(raster).buffer), Buffer.from(pixels.buffer))).toBe(0);
    },
  );
});
