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
  expect(await desk.page.getByRole('listitem').getByLabel(/^Key frame/).count()).toBe(2);
  expect(await pictures(desk.page, 'video track')).toEqual([]);
  const [track, ...others] = await desk.stored();
  expect(others).toEqual([]);
  expect(track).toMatchObject({ type: 'bbox', className: 'Car', parameters: [{ start: VARIABLE[10]! + 1, timestamps: [{ timestamp: VARIABLE[10]! + 1 }, { timestamp: VARIABLE[40]! + 1 }, { hold: true }] }] });
  const [first, second] = track!.parameters[0]!.timestamps.map(each => each.points);
  expect([first!.x1, first!.y1, first!.x2, first!.y2].map(Math.round)).toEqual([40, 80, 100, 130].map(each => expect.closeTo(each, -0.2)));
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
  expect(await desk.page.getByRole('listitem').getByLabel(/^Key frame/).count()).toBe(2);
});
