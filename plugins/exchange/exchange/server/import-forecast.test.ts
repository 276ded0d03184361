import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAll, fromBufferPromise } from '#tests/support/zip-reading.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { slice } from '#tests/support/run-plan.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { exchangeFormatIds, exchangeFormats, isTextFormat, subjectOf } from '../common/exchange/format-table.ts';
import type { ImportChoices } from '../common/import-api.ts';
import { importChoices } from '../common/import-api.ts';
import { forecastOf } from '../common/import-forecast.ts';
import { pictureOf, TransferClient, transferPlugins, zip } from './import.support.ts';

const [width, height] = [64, 48];
const texts = { 'a.txt': 'Ada Moreau joined Helix Labs.\n', 'b.txt': 'Helix Labs moved.\n' };
const cvatOf = (name: string): string =>
  `<image id="0" name="${name}" width="${width}" height="${height}"><box label="Car" xtl="10" ytl="20" xbr="50" ybr="40"/></image>`;
const person = JSON.stringify({
  text: texts['a.txt'],
  spans: [{ start: 0, end: 10, label: 'Person' }],
  meta: { file: 'a.txt' },
  answer: 'accept',
});
const company = JSON.stringify({
  text: texts['b.txt'],
  spans: [{ start: 0, end: 10, label: 'Company' }],
  meta: { file: 'b.txt' },
  answer: 'accept',
});

eachDatabase(kind => {
  let app: TestApp;
  let client: TransferClient;
  let picture: Buffer;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: transferPlugins });
    client = new TransferClient(app, await app.team('North'));
    picture = await pictureOf(width, height);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const typeOf = (format: string): number =>
    format === 'archive' || format === 'coco' ? 1 : exchangeFormats[format as keyof typeof exchangeFormats].types[0]!;
  const isText = (format: string): boolean =>
    format !== 'archive' && format !== 'coco' && isTextFormat(format as keyof typeof exchangeFormats);

  /** An archive of two annotated items in a format, its files under one directory. */
  const archiveOf = async (format: string): Promise<Buffer> => {
    const source = await client.project(typeOf(format));
    const bytes = isText(format)
      ? Buffer.from(`${person}\n${company}\n`)
      : await zip({
          'annotations.xml': `<annotations><version>1.1</version>${cvatOf('a.jpg')}${cvatOf('b.jpg')}</annotations>`,
          'images/a.jpg': picture,
          'images/b.jpg': picture,
        });
    const looked = await client.preview(source, isText(format) ? 'texts.jsonl' : 'set.zip', bytes);
    expect((await client.start(source, looked.id)).result, JSON.stringify(looked)).toMatchObject({
      created: 2,
      failedCount: 0,
    });
    const { files } = await client.exported(
      source,
      format === 'archive' ? { include_originals: true } : { format, include_originals: true },
    );
    return zip(Object.fromEntries([...files].map(([path, content]) => [`top/${path}`, content])));
  };

  it.each(
    slice(
      'formats of forecasts',
      ['archive', 'coco', ...exchangeFormatIds.filter(id => ['picture', 'text'].includes(subjectOf(id)))],
      5,
    ),
  )(
    'should say of %s what importing it then does, with items in the root that are annotated instead of made again',
    async format => {
      const bytes = await archiveOf(format);
      const own = isText(format) ? (['a.txt', Buffer.from(texts['a.txt'])] as const) : (['a.jpg', picture] as const);
      const target = await client.project(typeOf(format));
      await client.upload(target, own[0], own[1]);
      const does = async (choices: Partial<ImportChoices>): Promise<ReturnType<typeof forecastOf>> => {
        const looked = await client.preview(target, `${format}.zip`, bytes);
        expect(looked.status, JSON.stringify(looked.error)).toBe(2);
        const forecast = forecastOf(looked.report!, importChoices.parse(choices));
        const { result } = await client.start(target, looked.id, choices);
        expect({ ...forecast, failed: result!.failed }).toEqual({
          ...Object.fromEntries(Object.keys(forecast).map(key => [key, result![key as keyof typeof forecast]])),
          failed: result!.failed,
        });
        return forecast;
      };
      expect(await does({ create_items: false })).toMatchObject({ itemsCreated: 0 });
      const second = await does({ conflicts: 'replace' });
      // The own format is exact about folders: an item of another folder is another item.
      if (format !== 'archive')
        expect(second).toMatchObject({ created: 1, replaced: 1, itemsCreated: 1, failedCount: 0 });
      expect(await does({})).toMatchObject({ created: 0, replaced: 0, skipped: 2, itemsCreated: 0, failedCount: 0 });
      expect(
        [...(await readAll(await fromBufferPromise((await client.exported(target)).bytes))).keys()].filter(
          path => path.endsWith('.json') && path !== 'classes/classes.json' && path !== 'project.json',
        ),
      ).toHaveLength(2);
    },
    120_000,
  );
});
