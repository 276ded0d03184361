import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { slice } from '../support/run-plan.ts';
import { lead } from '../support/windows.ts';
import { PICTURE } from './picture-on-screen.ts';
import { drawAs, drawsOnGraphicsCard } from './renderers.ts';
import { drawn, inTheme, takePicture } from './screen-checks.ts';
import { VectorController } from './vector-controller.ts';

const VERA = 'vera@vector-picture.test';
const site = openSite([{ email: VERA, name: 'Vera North', team: 'North' }], { stays: true });

/** A square of the test picture that shows its orientation. */
const GREEN = { left: 40, top: 40, side: 80 } as const;

/**
 * Returns the stored place of a displayed pixel (x, y) in a picture with an EXIF orientation; `width` and `height` are
 * those it is shown with.
 */
const storedAt: Readonly<
  Record<number, (x: number, y: number, width: number, height: number) => readonly [x: number, y: number]>
> = {
  1: (x, y) => [x, y],
  2: (x, y, width) => [width - 1 - x, y],
  3: (x, y, width, height) => [width - 1 - x, height - 1 - y],
  4: (x, y, _, height) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, width) => [y, width - 1 - x],
  7: (x, y, width, height) => [height - 1 - y, width - 1 - x],
  8: (x, y, _, height) => [height - 1 - y, x],
};

/**
 * Grey with a red rectangle in the middle and a green square at the upper left, stored as a camera held in this way
 * would.
 */
async function turnedPicture(orientation: number, kind: 'jpeg' | 'webp' = 'jpeg'): Promise<Buffer> {
  const { width, height } = PICTURE;
  const size = orientation >= 5 ? { width: height, height: width } : { width, height };
  const data = Buffer.alloc(size.width * size.height * 3, 128);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isRed = x >= 200 && x < 600 && y >= 150 && y < 450;
      const isGreen = x >= GREEN.left && x < GREEN.left + GREEN.side && y >= GREEN.top && y < GREEN.top + GREEN.side;
      if (!isRed && !isGreen) continue;
      const [column, row] = storedAt[orientation]!(x, y, width, height);
      data.set(isRed ? [255, 0, 0] : [0, 200, 0], (row * size.width + column) * 3);
    }
  }
  const picture = sharp(data, { raw: { ...size, channels: 3 } }).withMetadata({ orientation });
  return (
    kind === 'webp' ? picture.webp({ lossless: true }) : picture.jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
  ).toBuffer();
}

/** The colour of a pixel of the window. */
async function colorAt(page: Page, [x, y]: readonly [number, number]): Promise<readonly number[]> {
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 };
  return [
    ...(await sharp(await page.screenshot({ clip }))
      .removeAlpha()
      .raw()
      .toBuffer()),
  ];
}

/** Clicks a switch of the choices for the picture. */
const toggle = (page: Page, name: string): Promise<void> => page.getByRole('switch', { name }).click();

/** Waits until a pixel of the window has a colour, each part of it at most `off` away. */
const colored = async (
  page: Page,
  place: readonly [number, number],
  wanted: readonly number[],
  off = 12,
): Promise<void> =>
  expect
    .poll(async () => (await colorAt(page, place)).map((part, at) => Math.abs(part - wanted[at]!) <= off))
    .toEqual([true, true, true]);

/** Pictures of which a run shows two, each with the orientation that its file states. */
const turned = slice(
  'orientations',
  [...[1, 2, 3, 4, 5, 6, 7, 8].map(orientation => ['jpeg', orientation] as const), ['webp', 6], ['webp', 3]] as const,
  2,
);

/** The green square is where it would be upright, in the picture, in what is drawn around it and in the small map. */
async function expectUpright(controller: VectorController): Promise<void> {
  const middle = [GREEN.left + GREEN.side / 2, GREEN.top + GREEN.side / 2] as const;
  await colored(controller.page, controller.screen(middle), [0, 200, 0], 25);
  await controller.press('b');
  await controller.drag([
    [GREEN.left, GREEN.top],
    [GREEN.left + GREEN.side, GREEN.top + GREEN.side],
  ]);
  const [box] = await controller.stored(1);
  const { x1, y1, x2, y2 } = box!.points as unknown as Record<'x1' | 'y1' | 'x2' | 'y2', number>;
  for (const [found, wanted] of [
    [x1, GREEN.left],
    [y1, GREEN.top],
    [x2, GREEN.left + GREEN.side],
    [y2, GREEN.top + GREEN.side],
  ] as const)
    expect(Math.abs(found - wanted)).toBeLessThan(2);
  // The small map is made of pixels as the helpers of a person get them.
  const map = controller.page.getByRole('application', { name: /^Minimap/ });
  await map.waitFor();
  const place = (await map.boundingBox())!;
  expect(place.width / place.height).toBeCloseTo(PICTURE.width / PICTURE.height, 1);
  await colored(
    controller.page,
    [place.x + (middle[0] / PICTURE.width) * place.width, place.y + (middle[1] / PICTURE.height) * place.height],
    [0, 200, 0],
    40,
  );
}

it(`should show pictures of these EXIF orientations upright, and take their coordinates there: ${turned.map(each => each.join(' ')).join(', ')}`, async () => {
  const [first, ...others] = await Promise.all(
    turned.map(async ([kind, orientation]) => ({
      name: `turned-${orientation}.${kind}`,
      bytes: await turnedPicture(orientation, kind),
    })),
  );
  const { controller } = await VectorController.open(site(), VERA, 'Orientations', undefined, first);
  const { page, client, projectId } = controller;
  const toggleMap = async (): Promise<void> => {
    await controller.press('Alt+s');
    await toggle(page, 'Minimap');
    await page.keyboard.press('Escape');
  };
  await toggleMap();
  await expectUpright(controller);
  for (const { name, bytes } of others) {
    const { id } = await client.upload(projectId, name, bytes);
    await lead(page, `/t/${site().teamId}/p/${projectId}/item/${id}`);
    await page.locator('header').getByTitle(name, { exact: true }).waitFor();
    await expectUpright(await VectorController.onPage(page, client, projectId, id));
  }
  await toggleMap();
});

it('should show the picture brighter, with more contrast, inverted, with a grid and a crosshair, remember that, and move the view by the small map', async () => {
  const { controller } = await VectorController.open(site(), VERA, 'Filters');
  const { page } = controller;
  const grey = controller.screen([100, 100]);
  await colored(page, grey, [128, 128, 128]);
  await controller.press('Alt+s');
  await page.getByRole('slider', { name: 'Brightness' }).focus();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
  await colored(page, grey, [192, 192, 192]);
  await takePicture(page, 'vector picture filters light');
  await toggle(page, 'Invert');
  await colored(page, grey, [190, 190, 190]);
  await colored(page, controller.screen([400, 300]), [0, 255, 255]);
  await page.keyboard.press('Escape');
  // The same in another tab, and in browsers that draw in another way.
  for (const renderer of slice('filters by renderer', ['graphics card', 'canvas'] as const, 1)) {
    const tab = await page.context().newPage();
    await drawAs(tab, renderer);
    await tab.goto(page.url());
    await tab.getByRole('button', { name: /^Box/ }).waitFor();
    await colored(tab, grey, [190, 190, 190]);
    await colored(tab, controller.screen([400, 300]), [0, 255, 255]);
    expect(await drawsOnGraphicsCard(tab)).toBe(renderer === 'graphics card');
    await tab.close();
  }
  await controller.press('Alt+s');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.keyboard.press('Escape');
  await colored(page, controller.screen([400, 300]), [255, 0, 0]);

  // A grid, a crosshair and the small map.
  await controller.press('Alt+s');
  await toggle(page, 'Grid');
  await toggle(page, 'Crosshair with every tool');
  await toggle(page, 'Minimap');
  await takePicture(page, 'vector picture guides choices light');
  await inTheme(page, 'dark');
  await takePicture(page, 'vector picture guides choices dark');
  await page.keyboard.press('Escape');
  await page.mouse.move(...controller.screen([320, 222]), { steps: 3 });
  await drawn(page);
  // A line of the grid, and between two of them.
  const line = await colorAt(page, [Math.round(controller.screen([700, 0])[0]), controller.screen([0, 125])[1]]);
  const between = await colorAt(page, controller.screen([725, 125]));
  expect(between).toEqual([128, 128, 128]);
  expect(line).not.toEqual(between);
  await takePicture(page, 'vector picture guides');

  for (let step = 0; step < 6; step += 1) await page.mouse.wheel(0, -240);
  const map = page.getByRole('application', { name: /^Minimap/ });
  const place = (await map.boundingBox())!;
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await page.mouse.down();
  await page.mouse.move(place.x + 6, place.y + 6, { steps: 6 });
  await page.mouse.up();
  await takePicture(page, 'vector picture minimap');
  // The upper left corner of the picture is in the middle of the view now, so that a shape drawn there has small
  // coordinates.
  const stage = (await page.getByRole('application', { name: 'Picture and shapes' }).boundingBox())!;
  await page.keyboard.press('b');
  const middle = [stage.x + stage.width / 2, stage.y + stage.height / 2] as const;
  await page.mouse.move(...middle);
  await page.mouse.down();
  await page.mouse.move(middle[0] + 60, middle[1] + 60, { steps: 4 });
  await page.mouse.up();
  const [box] = await controller.stored(1);
  const { x1, y1 } = box!.points as unknown as Record<'x1' | 'y1', number>;
  expect(Math.max(x1, y1)).toBeLessThan(60);
});
