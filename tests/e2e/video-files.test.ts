import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pictures } from './screen-checks.ts';

const VICKY = 'vicky@video-files.test';
const site = openSite([{ email: VICKY, name: 'Vicky North', team: 'North' }], { stays: true });

/** A row of a waveform is drawn high at these shares of its width. */
function loudnessAt(canvas: SVGElement | HTMLElement, shares: readonly number[]): readonly boolean[] {
  const { width, height } = canvas as HTMLCanvasElement;
  const context = (canvas as HTMLCanvasElement).getContext('2d')!;
  return shares.map(
    share => context.getImageData(Math.round(width * share), Math.round(height * 0.35), 1, 1).data[3]! > 0,
  );
}

/** Silence and then a tone, as long: 16-bit samples, 8000 a second. */
function tone(seconds: number): Buffer {
  const samples = Buffer.alloc(8000 * seconds * 2);
  for (let at = samples.length / 4; at < samples.length / 2; at += 1)
    samples.writeInt16LE(Math.round(Math.sin(at / 3) * 20_000), at * 2);
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
  const { id: projectId } = await client.project('Sounds', 3);
  await client.classes(projectId, ['Speech']);
  const { id: itemId } = await client.upload(projectId, 'tone.wav', tone(2));
  const { page } = await site().signedIn(VICKY, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  await page.getByText('This file has sound only.').waitFor();
  await page.getByRole('button', { name: 'Mute' }).waitFor();
  const wave = page.getByRole('img', { name: 'Loudness over time' });
  await wave.waitFor();
  // The tone is in the second half.
  await expect.poll(() => wave.evaluate(loudnessAt, [0.25, 0.75])).toEqual([false, true]);
  expect(await pictures(page, 'video sound alone')).toEqual([]);
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
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect
    .poll(async () => Number(await page.getByRole('textbox', { name: 'Frame' }).inputValue()))
    .toBeGreaterThan(60);
});

const REAL = '../shared/data/video/media/production_3677121.mp4';

it.skipIf(!existsSync(REAL))(
  'should show every frame of a film with reordered frames, converted where this browser cannot decode it',
  async () => {
    const client = await site().client(VICKY);
    const { id: projectId } = await client.project('Film', 3);
    const { id: itemId } = await client.upload(projectId, 'film.mp4', readFileSync(REAL));
    const { page } = await site().signedIn(VICKY, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
    await page.getByText('/ 258').waitFor();
    const frame = (number: number) => page.locator(`[data-video-frame="${number}"]`);
    await frame(0).or(page.getByText('This browser cannot decode')).first().waitFor({ state: 'attached' });
    if ((await frame(0).count()) === 0) {
      if (spawnSync('ffmpeg', ['-version']).error !== undefined) return;
      expect(await pictures(page, 'video that cannot be decoded')).toEqual([]);
      await page.getByRole('button', { name: 'Convert the video' }).click();
      await frame(0).waitFor({ state: 'attached' });
    }
    for (const [key, number] of [
      ['End', 257],
      ['d', 256],
      ['Home', 0],
      ['f', 1],
    ] as const) {
      await page.keyboard.press(key);
      await frame(number).waitFor({ state: 'attached' });
    }
  },
);
