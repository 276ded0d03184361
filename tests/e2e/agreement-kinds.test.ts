import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { submitCopy } from './agreement-steps.ts';
import { pictures } from './screen-checks.ts';

const [OLA, ANA, BEN] = ['ola@agreement-kinds.test', 'ana@agreement-kinds.test', 'ben@agreement-kinds.test'] as const;
const site = openSite(
  [
    { email: OLA, name: 'Ola North', team: 'North' },
    { email: ANA, name: 'Ana North', team: 'North' },
    { email: BEN, name: 'Ben North', team: 'North' },
  ],
  { stays: true },
);

interface Stored {
  readonly document: { readonly instances: readonly Readonly<Record<string, unknown>>[] };
}

/** A project in which two people annotate each item, its item given to both. */
async function shared(owner: SiteClient, projectId: number, itemId: number): Promise<void> {
  const place = `/api/v1/project/${projectId}`;
  await owner.call('POST', `${place}/share/bulk`, {
    users: [
      { user_id: ANA, user_role: 1 },
      { user_id: BEN, user_role: 1 },
    ],
  });
  await owner.call('PUT', `${place}/agreement/rule`, { people: 2 });
  await owner.call('POST', `${place}/agreement/works`, { item_ids: [itemId], emails: [ANA, BEN] });
}

const submit = async (email: string, ...made: readonly [number, number, object, Buffer?]): Promise<void> =>
  submitCopy(await site().client(email), ...made);

/** The pieces of the open item, as the reviewer sees them. */
async function pieces(page: Page): Promise<ReturnType<Page['locator']>> {
  await page.getByRole('tab', { name: 'Agreement' }).click();
  const list = page.getByRole('listbox', { name: 'Pieces' });
  await list.getByRole('option').first().waitFor();
  return list;
}

async function saved(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
}

it('should let a reviewer take spans of a text and the links between them', async () => {
  const client = await site().client(OLA);
  const { id: project } = await client.project('Texts of two', 4);
  const [person, firm, works] = (await client.call<{ id: number }[]>('POST', `/classes?project_id=${project}`, {
    classes: [
      ['Person', 1],
      ['Firm', 1],
      ['works for', 3],
    ].map(([name, type]) => ({ name, type, color: '#2E86AB', attribute_groups: [] })),
  })) as [{ id: number }, { id: number }, { id: number }];
  const text = 'Ada Moreau joined Helix Labs.';
  const { id: item } = await client.upload(project, 'a.txt', Buffer.from(text));
  await shared(client, project, item);
  const span = (id: string, classId: number, words: string): object => ({
    id,
    type: 'entity',
    classId,
    attributes: [],
    start: text.indexOf(words),
    end: text.indexOf(words) + words.length,
  });
  const link = (id: string, from: string, to: string): object => ({
    id,
    type: 'relationship',
    classId: works.id,
    attributes: [],
    from,
    to,
    directed: true,
  });
  const document = (...instances: readonly object[]): object => ({
    metadata: { name: 'a.txt' },
    instances,
    tags: [],
    comments: [],
  });
  await submit(
    ANA,
    project,
    item,
    document(span('a1', person.id, 'Ada Moreau'), span('a2', firm.id, 'Helix Labs'), link('a3', 'a1', 'a2')),
  );
  await submit(BEN, project, item, document(span('b1', person.id, 'Moreau'), span('b2', firm.id, 'Helix Labs')));

  const { page } = await site().signedIn(OLA, `/t/${site().teamId}/p/${project}/item/${item}`);
  const list = await pieces(page);
  await expect.poll(() => list.getByRole('option').count()).toBe(3);
  await list.focus();
  // Each piece as the first of them made it, link and all.
  for (let at = 0; at < 3; at += 1) await page.keyboard.press('1');
  await page.getByRole('tab', { name: /\b3$/ }).waitFor();
  expect(await pictures(page, 'agreement text')).toEqual([]);
  await saved(page);
  const { document: stored } = await client.call<Stored>('GET', `/api/v1/project/${project}/item/${item}/annotation`);
  expect(
    stored.instances
      .map(each =>
        each['type'] === 'relationship'
          ? [each['from'], each['to']]
          : text.slice(Number(each['start']), Number(each['end'])),
      )
      .toSorted(),
  ).toEqual(
    [
      'Ada Moreau',
      'Helix Labs',
      [
        stored.instances.find(each => each['classId'] === person.id)?.['id'],
        stored.instances.find(each => each['classId'] === firm.id)?.['id'],
      ],
    ].toSorted(),
  );
}, 120_000);

it('should let a reviewer take answers of a form', async () => {
  const client = await site().client(OLA);
  const { id: project } = await client.project('Forms of two', 8);
  await client.call('POST', `/project/${project}/custom-editor-template`, {
    components: [
      { id: 'answer', type: 'input', label: 'Answer', value: '' },
      { id: 'stars', type: 'rating', label: 'Stars', numberOfStars: 5, value: null },
    ],
  });
  const [{ id: item }] = await client.call<[{ id: number }]>('POST', '/image/ext-create', {
    project_id: project,
    team_id: site().teamId,
    upload_state: 3,
    images: [{ name: 'one' }],
    meta: {},
  });
  await shared(client, project, item);
  const document = (answer: string, stars: number): object => ({
    metadata: { name: 'one' },
    data: { answer: { value: answer }, stars: { value: stars } },
    comments: [],
  });
  await submit(ANA, project, item, document('Paris', 4));
  await submit(BEN, project, item, document('In Paris', 2));

  const { page } = await site().signedIn(OLA, `/t/${site().teamId}/p/${project}/item/${item}`);
  const list = await pieces(page);
  await expect.poll(() => list.getByRole('option').count()).toBe(2);
  expect(await pictures(page, 'agreement form')).toEqual([]);
  await list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('2');
  await page.keyboard.press('1');
  await saved(page);
  const values = async (): Promise<readonly unknown[]> => {
    const { data } = JSON.parse(
      await client.call<string>(
        'GET',
        `/services/assets/api/v4/items/${item}/annotations/download?team_id=${site().teamId}&project_id=${project}&transform_version=llmJsonV3`,
      ),
    ) as { data: Record<string, readonly { value: unknown }[]> };
    return ['answer', 'stars'].map(id => data[id]?.[0]?.value);
  };
  expect([
    ['In Paris', 4],
    ['Paris', 2],
  ]).toContainEqual(await values());
  // One undo takes the last piece back.
  await page.keyboard.press('Control+z');
  await saved(page);
  expect((await values()).filter(each => each !== undefined)).toHaveLength(1);
}, 120_000);

it('should let a reviewer take a mask by its pixels', async () => {
  const client = await site().client(OLA);
  const { id: project } = await client.project('Masks of two', 2);
  const road = (await client.classes(project, ['Road']))[0]!;
  const { id: item } = await client.upload(
    project,
    'a.png',
    await sharp({ create: { width: 100, height: 100, channels: 3, background: '#d8d8d8' } })
      .png()
      .toBuffer(),
  );
  await shared(client, project, item);
  const bar = (from: number, to: number): Promise<Buffer> => {
    const raw = Buffer.alloc(100 * 100 * 4);
    for (let y = 0; y < 100; y += 1) for (let x = from; x < to; x += 1) raw.set([0, 0, 15, 255], (y * 100 + x) * 4);
    return sharp(raw, { raw: { width: 100, height: 100, channels: 4 } })
      .png()
      .toBuffer();
  };
  const document = (id: string): object => ({
    metadata: { name: 'a.png' },
    instances: [{ id, classId: road.id, attributes: [], probability: 100, parts: [{ color: '#00000f' }] }],
    tags: [],
    comments: [],
  });
  await submit(ANA, project, item, document('ana road'), await bar(0, 50));
  await submit(BEN, project, item, document('ben road'), await bar(10, 60));

  const { page } = await site().signedIn(OLA, `/t/${site().teamId}/p/${project}/item/${item}`);
  const list = await pieces(page);
  await expect.poll(() => list.getByRole('option').count()).toBe(1);
  await list.focus();
  await page.keyboard.press('2');
  await page.getByRole('tab', { name: 'Objects 1' }).waitFor();
  expect(await pictures(page, 'agreement mask')).toEqual([]);
  await saved(page);
  const place = await client.call<{ mask: { url: string } | null }>(
    'GET',
    `/api/v1/project/${project}/item/${item}/editor`,
  );
  const stored = await (
    await fetch(new URL(place.mask!.url, site().url), {
      headers: { cookie: (await page.context().cookies()).map(each => `${each.name}=${each.value}`).join('; ') },
    })
  ).arrayBuffer();
  const { data, info } = await sharp(Buffer.from(stored)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const painted = Array.from({ length: 100 }, (_, x) => x).filter(
    x =>
      data[(50 * info.width + x) * 4 + 3]! > 0 &&
      data.subarray((50 * info.width + x) * 4, (50 * info.width + x) * 4 + 3).some(each => each > 0),
  );
  expect([painted.length, painted[0], painted.at(-1)]).toEqual([50, 10, 59]);
}, 120_000);
