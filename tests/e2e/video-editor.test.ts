import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pictures } from './screen-checks.ts';
import { VideoDesk } from './video-desk.ts';
import { frameOnScreen } from './video-recording.ts';

const VICKY = 'vicky@video-editor.test';
const site = openSite([{ email: VICKY, name: 'Vicky North', team: 'North' }], { stays: true });

/** A variable rate: frames of a phone that are long in the dark. */
const VARIABLE = Array.from({ length: 80 }, (_, at) => at * 33_000 + Math.floor(at / 7) * 21_000);

it('should show every frame exactly, step by step, by number and while it plays', async () => {
  const desk = await VideoDesk.open(site(), VICKY, 'Exact frames', VARIABLE);
  for (let frame = 1; frame <= 6; frame += 1) {
    await desk.press('f');
    await desk.shows(frame);
  }
  await desk.goTo(61);
  for (let frame = 60; frame >= 57; frame -= 1) {
    await desk.press('d');
    await desk.shows(frame);
  }
  await desk.press('Shift+ArrowRight');
  await desk.shows(67);
  await desk.press('Home');
  await desk.shows(0);
  await desk.press('Space');
  await expect.poll(async () => (await frameOnScreen(desk.page)).said, { timeout: 20_000 }).toBeGreaterThan(12);
  await desk.press('Space');
  const { said, shown } = await frameOnScreen(desk.page);
  expect(shown).toBe(said);
  await desk.press('End');
  await desk.shows(79);
});

it('should make a track of a box, move it by key frames and keep it', async () => {
  const desk = await VideoDesk.open(site(), VICKY, 'A track', VARIABLE);
  await desk.goTo(10);
  await desk.press('b', '1');
  await desk.drag([40, 80], [100, 130]);
  await desk.press('v');
  await desk.goTo(40);
  await desk.drag([70, 100], [170, 100]);
  await desk.goTo(25);
  expect(
    await desk.page
      .getByRole('listitem')
      .getByLabel(/^Key frame/)
      .count(),
  ).toBe(2);
  expect(await pictures(desk.page, 'video track')).toEqual([]);
  const [track, ...others] = await desk.stored();
  expect(others).toEqual([]);
  expect(track).toMatchObject({
    type: 'bbox',
    className: 'Car',
    parameters: [
      {
        start: VARIABLE[10]! + 1,
        timestamps: [{ timestamp: VARIABLE[10]! + 1 }, { timestamp: VARIABLE[40]! + 1 }, { hold: true }],
      },
    ],
  });
  const [first, second] = track!.parameters[0]!.timestamps.map(each => each.points);
  expect([first!.x1, first!.y1, first!.x2, first!.y2].map(Math.round)).toEqual(
    [40, 80, 100, 130].map(each => expect.closeTo(each, -0.2)),
  );
  expect(second!.x1 - first!.x1).toBeCloseTo(100, -0.5);
  expect(second!.y1 - first!.y1).toBeCloseTo(0, -0.5);
  // On a frame between the two it is between them, and an edit there is a key frame.
  await desk.drag([70 + 50, 100], [70 + 50, 140]);
  const keyed = (await desk.stored())[0]!.parameters[0]!.timestamps;
  expect(keyed.map(each => each.timestamp).slice(0, 3)).toEqual([10, 25, 40].map(frame => VARIABLE[frame]! + 1));
  expect(keyed[1]!.points.y1 - first!.y1).toBeCloseTo(40, -0.5);
  await desk.press('Control+z');
  expect((await desk.stored())[0]!.parameters[0]!.timestamps).toHaveLength(3);
  // Outside from frame 60 on.
  await desk.goTo(60);
  await desk.press('o');
  expect((await desk.stored())[0]!.parameters[0]!.end).toBe(VARIABLE[59]! + 1);
  await desk.press('e');
  await desk.shows(40);
  await desk.page.reload();
  await desk.shows(0);
  expect(
    await desk.page
      .getByRole('listitem')
      .getByLabel(/^Key frame/)
      .count(),
  ).toBe(2);
});

it('should keep events, tags, attributes at a moment and comments on a frame', async () => {
  const desk = await VideoDesk.open(site(), VICKY, 'Events', VARIABLE);
  const { client, page, projectId, itemId } = desk;
  await client.call('POST', `/classes?project_id=${projectId}`, {
    classes: [
      { name: 'Night', color: '#8F3985', type: 2, attribute_groups: [] },
      {
        name: 'Crossing',
        color: '#7B4FBF',
        type: 1,
        attribute_groups: [{ name: 'Signal', group_type: 'radio', attributes: [{ name: 'Green' }, { name: 'Red' }] }],
      },
    ],
  });
  await page.reload();
  await desk.shows(0);
  await desk.goTo(20);
  await desk.press('3', 'Shift+E');
  await desk.goTo(50);
  await desk.press('Shift+E');
  await desk.goTo(30);
  await page.getByText('Red', { exact: true }).click();
  await desk.press('t');
  await page.getByLabel('Tag class', { exact: true }).fill('night');
  await desk.press('Enter', 'Escape');
  const [[x, y]] = (await desk.screen([200, 120])) as [readonly [number, number]];
  await page.mouse.move(x, y);
  await desk.press('c');
  await page.getByLabel('New comment').fill('Look here');
  await page.getByRole('button', { name: 'Comment', exact: true }).last().click();
  await page.getByRole('tab', { name: /^Objects/ }).click();
  expect(await pictures(page, 'video event')).toEqual([]);
  const stored = await desk.stored();
  expect(stored).toMatchObject([
    {
      type: 'event',
      className: 'Crossing',
      parameters: [
        {
          start: VARIABLE[20]! + 1,
          end: VARIABLE[50]! + 1,
          timestamps: [
            { attributes: [] },
            { timestamp: VARIABLE[30]! + 1, attributes: [{ name: 'Red', groupName: 'Signal' }] },
            { attributes: [{ name: 'Red' }] },
          ],
        },
      ],
    },
    { type: 'tag', className: 'Night' },
  ]);
  const { document } = (await client.annotation(projectId, itemId)) as unknown as {
    document: { comments: readonly Readonly<Record<string, unknown>>[] };
  };
  expect(document.comments).toMatchObject([{ start: VARIABLE[30]! + 1, correspondence: [{ text: 'Look here' }] }]);
});

/** A second of silence: 16-bit samples, 8000 a second. */
function silence(seconds: number): Buffer {
  const samples = Buffer.alloc(8000 * seconds * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value, bytes] of [
    [16, 16, 4],
    [20, 1, 2],
    [22, 1, 2],
    [24, 8000, 4],
    [28, 16_000, 4],
    [32, 2, 2],
    [34, 16, 2],
  ] as const)
    head.writeUIntLE(value, at, bytes);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

it('should annotate a file that has sound only, a hundredth of a second a step', async () => {
  const client = await site().client(VICKY);
  const { id: projectId } = await client.call<{ id: number }>('POST', '/project', { name: 'Sounds', type: 3 });
  await client.classes(projectId, ['Speech']);
  const { id: itemId } = await client.upload(projectId, 'silence.wav', silence(2));
  const { page } = await site().signedIn(VICKY, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  await page.getByText('This file has sound only.').waitFor();
  await page.getByRole('button', { name: 'Mute' }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Shift+E');
  await page.keyboard.press('Backquote');
  await page.keyboard.type('52');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+E');
  await page.keyboard.press('Control+s');
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
  const { document } = (await client.annotation(projectId, itemId)) as unknown as {
    document: { instances: readonly object[]; metadata: object };
  };
  expect(document).toMatchObject({
    metadata: { duration: 2_000_000 },
    instances: [{ type: 'event', className: 'Speech', parameters: [{ start: 0, end: 510_001 }] }],
  });
  await page.keyboard.press('Space');
  await expect
    .poll(async () => Number(await page.getByRole('textbox', { name: 'Frame' }).inputValue()))
    .toBeGreaterThan(60);
  await page.keyboard.press('Space');
});
