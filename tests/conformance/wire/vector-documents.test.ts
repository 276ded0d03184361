import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { annotationForm } from '../../support/annotated-items.ts';
import type { UploadAnswer, WireDocument } from '../../support/annotation-script.ts';
import { DELIMITER } from '../../support/annotation-script.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

type Json = Readonly<Record<string, unknown>>;
type VectorDocument = Json & {
  readonly metadata: Json & { readonly name: string; readonly width: number; readonly height: number };
  readonly instances: readonly Json[];
};
interface Opened {
  readonly revision: number;
  readonly document: VectorDocument;
}

const samples = join(import.meta.dirname, '../../../../shared/data/vector');
const documentsIn = (folder: string, ending: string): readonly { readonly folder: string; readonly file: string }[] =>
  (existsSync(join(samples, folder)) ? readdirSync(join(samples, folder)) : [])
    .filter(name => name.endsWith(ending))
    .map(file => ({ folder, file }));
const documents = [
  ...documentsIn('product_export', '___objects.json'),
  ...documentsIn('all_shapes_no_image', '.jpg.json'),
];

const read = <T>(...path: readonly string[]): T => JSON.parse(readFileSync(join(samples, ...path), 'utf8')) as T;

/** The part of an uploaded instance that stays as it was: without its ids, its kind of creation, and its times. */
function taken(instance: Json): Json {
  const stamped = new Set(['classId', 'attributes', 'creationType', 'createdAt', 'updatedAt']);
  return Object.fromEntries(Object.entries(instance).filter(([key, value]) => !stamped.has(key) && value !== null));
}

/** The instance one pixel to the right. */
function moved(instance: Json): Json {
  const { points } = instance;
  if (Array.isArray(points) && points.every(each => typeof each === 'number'))
    return { ...instance, points: points.map((each, at) => (at % 2 === 0 ? each + 1 : each)) };
  if (points !== undefined && !Array.isArray(points) && 'x1' in (points as Json))
    return {
      ...instance,
      points: Object.fromEntries(
        Object.entries(points as Record<string, number>).map(([key, value]) => [
          key,
          key.startsWith('x') ? value + 1 : value,
        ]),
      ),
    };
  throw new Error(`A sample begins with an unexpected shape: ${JSON.stringify(instance).slice(0, 100)}`);
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'classes',
        'workflow',
        'editor',
        'skeletons',
        'editor-vector',
        'annotation-api',
      ],
    });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  if (documents.length === 0) it.skip(`documents of a product export (skipped: there are none in ${samples})`);
  else
    it.each(documents)(
      'should take $folder/$file, and after an edit give it back with nothing else changed',
      async ({ folder, file }) => {
        const sample = read<VectorDocument>(folder, file);
        const { name, width, height } = sample.metadata;
        const project = await scriptProject(script, `Documents ${file}`);
        const into = (
          await script.call<{ id: number }>('main', 'POST', '/folder', {
            query: { project_id: project },
            body: { name: 'one' },
          })
        ).body.id;
        const classes = await script.call('main', 'POST', '/classes', {
          query: { project_id: project },
          body: { classes: read(folder, 'classes', 'classes.json') },
        });
        expect(classes.status, JSON.stringify(classes.body)).toBe(200);
        const picture = existsSync(join(samples, folder, name))
          ? readFileSync(join(samples, folder, name))
          : await sharp({ create: { width, height, channels: 3, background: '#445566' } })
              .jpeg()
              .toBuffer();
        const { item } = (
          await team.owner.request<{ item: { id: number } }>(
            'PUT',
            `/api/v1/project/${project}/upload?name=${encodeURIComponent(name)}&folder_id=${into}`,
            { bytes: picture },
          )
        ).body;
        const form = annotationForm([[name, sample]]);
        const uploaded = await script.call<UploadAnswer>('assets', 'POST', '/api/v4/items/annotations/upload', {
          query: { project_id: project, folder_id: into, 'image_names[]': [name] },
          body: form.body,
          headers: form.headers,
        });
        expect(uploaded.body.failures).toEqual([]);
        const download = async (): Promise<WireDocument & VectorDocument> => {
          const { raw } = await script.call('assets', 'POST', '/api/v4/items/annotations/download', {
            query: { project_id: project, limit: 1 },
            body: { image_ids: [item.id] },
          });
          return JSON.parse(raw.toString().split(DELIMITER)[0]!) as WireDocument & VectorDocument;
        };

        const before = await download();
        for (const [at, instance] of sample.instances.entries())
          expect(before.instances[at]).toMatchObject(taken(instance));

        const place = `/api/v1/project/${project}/item/${item.id}`;
        const { revision, document } = (await team.owner.request<Opened>('GET', `${place}/editor`)).body;
        const [first, ...others] = document.instances as readonly [Json, ...Json[]];
        const saved = await team.owner.request('PUT', `${place}/annotation`, {
          body: {
            op: crypto.randomUUID(),
            base: revision,
            data: { ...document, instances: [moved(first), ...others] },
          },
        });
        expect(saved.status, JSON.stringify(saved.body)).toBe(200);

        const after = await download();
        expect(after.instances[0]).toEqual(moved(before.instances[0]!));
        const apart = ({
          metadata: { lastAction: _, status: __, ...metadata },
          instances,
          ...rest
        }: VectorDocument): object => ({ ...rest, metadata, instances: instances.slice(1) });
        expect(apart(after)).toEqual(apart(before));
      },
    );
});
