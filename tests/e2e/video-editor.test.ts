import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pictures } from './screen-checks.ts';
import { VARIABLE, VideoController } from './video-controller.ts';
import { frameOnScreen } from './video-recording.ts';

const VICKY = 'vicky@video-editor.test';
const site = openSite([{ email: VICKY, name: 'Vicky North', team: 'North' }], { stays: true });

const hasFfmpeg = ['ffmpeg', 'prlimit'].every(name => spawnSync(name, ['-version']).error === undefined);

it('should show every frame exactly, step by step, by number and while it plays', async () => {
  const controller = await VideoController.open(site(), VICKY, 'Exact frames');
  for (let frame = 1; frame <= 3; frame += 1) {
    await controller.press('f');
    await controller.shows(frame);
  }
  await controller.goTo(61);
  for (let frame = 60; frame >= 59; frame -= 1) {
    await controller.press('d');
    await controller.shows(frame);
  }
  await controller.press('Shift+ArrowRight');
  await controller.shows(69);
  await controller.press('Home');
  await controller.shows(0);
  await controller.page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await frameOnScreen(controller.page)).said).toBeGreaterThan(12);
  await controller.page.getByRole('button', { name: 'Pause', exact: true }).click();
  const { said, shown } = await frameOnScreen(controller.page);
  expect(shown).toBe(said);
  await controller.press('End');
  await controller.shows(79);
  await controller.page.getByRole('slider', { name: 'Frame' }).hover({ position: { x: 1, y: 8 } });
  await controller.page.getByText(/^Frame 1 · /).waitFor();
});

it('should make a track of a box, move it by key frames, and move, copy and delete marked key frames as one step each', async () => {
  const controller = await VideoController.open(site(), VICKY, 'A track');
  const { page } = controller;
  await controller.goTo(10);
  await controller.press('b', '1');
  await controller.drag([40, 80], [100, 130]);
  await controller.press('v');
  for (const [frame, from] of [
    [20, 70],
    [30, 90],
  ] as const) {
    await controller.goTo(frame);
    await controller.drag([from, 100], [from + 20, 100]);
  }
  const [track, ...others] = await controller.stored();
  expect(others).toEqual([]);
  expect(track).toMatchObject({
    type: 'bbox',
    className: 'Car',
    parameters: [
      {
        start: VARIABLE[10]! + 1,
        timestamps: [...[10, 20, 30].map(frame => ({ timestamp: VARIABLE[frame]! + 1 })), { hold: true }],
      },
    ],
  });
  const [first, second] = track!.parameters[0]!.timestamps.map(each => each.points);
  expect([first!.x1, first!.y1, first!.x2, first!.y2].map(Math.round)).toEqual(
    [40, 80, 100, 130].map(each => expect.closeTo(each, -0.2)),
  );
  expect(second!.x1 - first!.x1).toBeCloseTo(20, -0.5);
  expect(second!.y1 - first!.y1).toBeCloseTo(0, -0.5);
  // On a frame between two it is between them, and an edit there is a key frame.
  await controller.goTo(15);
  await controller.drag([80, 100], [80, 140]);
  const keyed = (await controller.stored())[0]!.parameters[0]!.timestamps;
  expect(keyed.map(each => each.timestamp).slice(0, 3)).toEqual([10, 15, 20].map(frame => VARIABLE[frame]! + 1));
  expect(keyed[1]!.points.y1 - first!.y1).toBeCloseTo(40, -0.5);
  await controller.press('Control+z');

  const keys = page.getByRole('listitem').getByRole('button', { name: /^Key frame/ });
  const frames = async (): Promise<readonly number[]> =>
    (await controller.stored())[0]!.parameters[0]!.timestamps.filter(({ hold }) => hold !== true).map(({ timestamp }) =>
      VARIABLE.indexOf(Math.max(0, timestamp - 1)),
    );
  const middle = async (at: number): Promise<readonly [number, number]> => {
    const { x, y, width, height } = (await keys.nth(at).boundingBox())!;
    return [x + width / 2, y + height / 2];
  };
  expect(await frames()).toEqual([10, 20, 30]);
  const [[x1, y], [x2]] = [await middle(1), await middle(2)];
  const perFrame = (x2 - x1) / 10;
  await page.mouse.move(x1 - perFrame * 4, y + 8);
  await page.mouse.down();
  await page.mouse.move(x2 + perFrame * 4, y - 8, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => page.getByRole('listitem').locator('[aria-pressed="true"]').count()).toBe(2);
  await page.mouse.move(x1, y);
  await page.mouse.down();
  await page.mouse.move(x1 + perFrame * 5, y, { steps: 5 });
  await page.mouse.up();
  expect(await frames()).toEqual([10, 25, 35]);
  expect(await pictures(page, 'video marked key frames')).toEqual([]);
  await controller.press('Control+c');
  await controller.goTo(50);
  await controller.press('Control+v');
  expect(await frames()).toEqual([10, 25, 35, 50, 60]);
  await controller.press('Delete');
  expect(await frames()).toEqual([10, 25, 35]);
  await controller.press('Control+z', 'Control+z', 'Control+z');
  expect(await frames()).toEqual([10, 20, 30]);

  // Outside from frame 60 on.
  await controller.goTo(60);
  await controller.press('o');
  expect((await controller.stored())[0]!.parameters[0]!.end).toBe(VARIABLE[59]! + 1);
  await controller.press('e');
  await controller.shows(30);
});

it('should track an object through the pictures from a key frame', async () => {
  const controller = await VideoController.open(site(), VICKY, 'Tracking');
  /** The recorded square is at 20 + 2 * frame. */
  const square = (frame: number): { x1: unknown; y1: unknown; x2: unknown; y2: unknown } => ({
    x1: expect.closeTo(20 + frame * 2, -0.9),
    y1: expect.closeTo(80, -0.9),
    x2: expect.closeTo(60 + frame * 2, -0.9),
    y2: expect.closeTo(120, -0.9),
  });
  await controller.goTo(60);
  await controller.press('b', '1');
  await controller.drag([140, 80], [180, 120]);
  await controller.press('v', 'Shift+T');
  await controller.page
    .getByText(/^Tracked to frame 80/)
    .first()
    .waitFor();
  expect(await pictures(controller.page, 'video tracked object')).toEqual([]);
  const [tracked] = await controller.stored();
  const keys = tracked!.parameters[0]!.timestamps;
  expect(keys.at(-1)!.points).toEqual(square(79));
});

it('should keep events, tags, attributes at a moment and comments on a frame', async () => {
  const controller = await VideoController.open(site(), VICKY, 'Events', [
    { name: 'Night', color: '#8F3985', type: 2, attribute_groups: [] },
    {
      name: 'Crossing',
      color: '#7B4FBF',
      type: 1,
      attribute_groups: [{ name: 'Signal', group_type: 'radio', attributes: [{ name: 'Green' }, { name: 'Red' }] }],
    },
  ]);
  const { client, page, projectId, itemId } = controller;
  await controller.goTo(20);
  await controller.press('3', 'Shift+E');
  await controller.goTo(50);
  await controller.press('Shift+E');
  await controller.goTo(30);
  await page.getByText('Red', { exact: true }).click();
  await controller.press('t');
  await page.getByLabel('Tag class', { exact: true }).fill('night');
  await controller.press('Enter', 'Escape');
  const [[x, y]] = (await controller.screen([200, 120])) as [readonly [number, number]];
  await page.mouse.move(x, y);
  await controller.press('c');
  await page.getByLabel('New comment').fill('Look here');
  await page.getByRole('button', { name: 'Comment', exact: true }).last().click();
  await page.getByRole('tab', { name: /^Objects/ }).click();
  expect(await pictures(page, 'video event')).toEqual([]);
  const stored = await controller.stored();
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

it.skipIf(!hasFfmpeg)('should track an object in the background, as one step that can be undone', async () => {
  const controller = await VideoController.open(site(), VICKY, 'In the background');
  const { page } = controller;
  await controller.press('b', '1');
  await controller.drag([20, 80], [60, 120]);
  await controller.press('v');
  await page.getByRole('button', { name: 'Track in the background' }).click();
  const message = page.getByText(/^(Tracked to frame \d+|Tracking stopped|The object)/).first();
  expect(await message.textContent()).toMatch(/^Tracked to frame \d+/);
  const keys = (await controller.stored())[0]!.parameters[0]!.timestamps;
  const tracked = keys.filter(({ confidence }) => confidence !== undefined);
  expect(tracked.length).toBeGreaterThan(0);
  for (const { timestamp, points } of tracked)
    expect(Math.abs(points.x1 - (20 + VARIABLE.findLastIndex(time => time < timestamp) * 2))).toBeLessThan(6);
  await page.getByText('You changed these annotations').waitFor({ state: 'detached' });
  await controller.press('Control+z');
  expect((await controller.stored())[0]!.parameters[0]!.timestamps).toHaveLength(2);
  await controller.press('Control+Shift+Z');
  expect((await controller.stored())[0]!.parameters[0]!.timestamps).toEqual(keys);
});
