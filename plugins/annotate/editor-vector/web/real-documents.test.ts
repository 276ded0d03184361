import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { storedShapes } from '../common/stored-shapes.ts';
import { DrivenTool } from './tools/driven-tool.ts';
import { selectTool } from './tools/select-tool.ts';

type Json = Readonly<Record<string, unknown>>;

const files = [
  'product_export/example_image_1.jpg___objects.json',
  'product_export/example_image_2.jpg___objects.json',
  'product_export/example_image_3.jpg___objects.json',
  'product_export/example_image_4.jpg___objects.json',
  'all_shapes_no_image/file_example.jpg.json',
].map(name => `../shared/data/vector/${name}`);

/** As the document is stored, without what reading adds: the ids of instances and comments, and empty lists. */
function saved(document: AnnotationDocument): Json {
  const stored = storedShapes(document as unknown as Json);
  const withoutIds = (list: unknown): unknown =>
    (list as readonly Json[]).map(({ id, ...entry }) => (typeof id === 'string' ? entry : { id, ...entry }));
  return { ...stored, instances: withoutIds(stored['instances']), comments: withoutIds(stored['comments']) };
}

describe('real documents', () => {
  it.for(files)('%s is edited in one place and stays the same everywhere else', (file, { skip }) => {
    skip(!existsSync(file), 'the file is not here');
    const original = JSON.parse(readFileSync(file, 'utf8')) as Json & { readonly instances: readonly Json[] };
    const { width, height } = original['metadata'] as { readonly width: number; readonly height: number };
    const before = saved(readDocument(original)) as { readonly instances: readonly Json[] };
    for (const [place, instance] of before.instances.entries())
      expect(instance).toMatchObject(original.instances[place]!);

    for (const place of before.instances.keys()) {
      const driven = new DrivenTool(readDocument(original), [], { width, height });
      driven.use(selectTool);
      driven.session.scene.select([driven.instances[place]!.id]);
      driven.commands.selection.nudge({ x: 1, y: -1 });
      const after = saved(driven.session.scene.document) as { readonly instances: readonly Json[] };
      expect({ ...after, instances: [] }).toEqual({ ...before, instances: [] });
      expect(after.instances.toSpliced(place, 1)).toEqual(before.instances.toSpliced(place, 1));
      const fields = (instance: Json): Json => {
        const { points, exclude, x, y, cx, cy, updatedAt, updatedBy, ...others } = instance;
        return others;
      };
      expect(fields(after.instances[place]!)).toEqual(fields(before.instances[place]!));
      while (driven.session.undo()) {
        // Back to the beginning.
      }
      expect(saved(driven.session.scene.document)).toEqual(before);
    }
  });
});
