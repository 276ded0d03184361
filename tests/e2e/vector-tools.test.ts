import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { StoredInstance } from '../support/site-client.ts';
import { takePictures } from './screen-checks.ts';
import { VectorController } from './vector-controller.ts';
import { expectClose, numbers } from './vector-points.ts';

const VERA = 'vera@vector-tools.test';
const site = openSite([{ email: VERA, name: 'Vera North', team: 'North' }]);

type Shape = StoredInstance & Readonly<Record<string, unknown>>;
type Places = readonly (readonly [number, number])[];

const OUTLINE: Places = [
  [60, 200],
  [200, 200],
  [200, 340],
  [60, 340],
];
const HOLE: Places = [
  [100, 240],
  [160, 240],
  [130, 300],
];

async function clicks(controller: VectorController, places: Places): Promise<void> {
  for (const place of places) await controller.click(place);
}

/** Draws boxes by four extreme points and by two clicks each, and a rotated one by three. */
async function drawBoxes(controller: VectorController): Promise<void> {
  await controller.press('b', '2');
  await controller.page.getByText('4 extreme points').click();
  await clicks(controller, [
    [60, 20],
    [110, 60],
    [62, 100],
    [20, 62],
  ]);
  await controller.press('Shift+B');
  await clicks(controller, [
    [20, 130],
    [70, 160],
    [90, 130],
    [140, 160],
  ]);
  await controller.press('r');
  await clicks(controller, [
    [160, 100],
    [240, 60],
    [270, 120],
  ]);
}

/** Draws an ellipse, a cuboid and a skeleton of which one point is dragged. */
async function drawOthers(controller: VectorController): Promise<void> {
  await controller.press('o');
  await controller.drag([
    [300, 20],
    [400, 100],
  ]);
  await controller.press('u');
  await controller.drag([
    [440, 60],
    [520, 120],
  ]);
  await controller.click([560, 100]);
  await controller.press('k');
  await controller.page.getByRole('combobox', { name: 'Template' }).waitFor();
  await controller.drag([
    [620, 20],
    [700, 140],
  ]);
  await controller.drag([
    [620, 140],
    [600, 170],
  ]);
}

/** Draws a polygon with a hole and one by free hand, and labels a vertex of the first. */
async function drawPolygons(controller: VectorController): Promise<void> {
  await controller.press('p');
  await clicks(controller, [...OUTLINE.slice(0, 3), [300, 360]]);
  await controller.press('Backspace');
  await clicks(controller, OUTLINE.slice(3));
  await controller.press('Enter', 'Shift+P');
  await clicks(controller, HOLE);
  await takePictures(controller.page, 'vector polygon hole');
  await controller.press('Enter', 'p');
  await controller.drag([
    [600, 300],
    [700, 320],
    [720, 420],
    [600, 450],
    [520, 380],
    [596, 302],
  ]);
  await controller.press('v');
  await controller.click([80, 220]);
  await controller.doubleClick([200, 340]);
  await controller.page.getByLabel(/^Label of point/).fill('corner');
  await controller.press('Enter');
}

/** Gives two tags by typing, and takes one away. */
async function giveTags(controller: VectorController): Promise<void> {
  const taken = controller.page.getByRole('button', { name: 'Remove tag Rainy' });
  await controller.press('t');
  await controller.page.getByRole('textbox', { name: 'Tag class' }).waitFor();
  await controller.page.keyboard.type('rai');
  await controller.press('Enter');
  await taken.waitFor();
  await controller.press('Enter');
  await controller.page.getByRole('button', { name: 'Remove tag Sunny' }).waitFor();
  await taken.click();
  await taken.waitFor({ state: 'detached' });
  await controller.press('Escape');
}

const stored = (controller: VectorController, count: number): Promise<readonly Shape[]> =>
  controller.stored(count) as Promise<readonly Shape[]>;

it('should draw every kind of shape by pointer and keys and give tags by typing, and offer only the tools that the active class allows', async () => {
  const { controller } = await VectorController.open(site(), VERA, 'Shapes');
  await drawBoxes(controller);
  await drawOthers(controller);
  await drawPolygons(controller);
  await giveTags(controller);
  await takePictures(controller.page, 'vector shapes');
  const shapes = await stored(controller, 10);
  expect(shapes.map(each => `${each.type} ${each.className}`)).toEqual([
    ...['bbox', 'bbox', 'bbox', 'rbbox', 'ellipse', 'cuboid', 'template', 'polygon', 'polygon'].map(
      type => `${type} Leaf`,
    ),
    'tag Sunny',
  ]);
  const [extreme, first, second, rotated, ellipse, cuboid, figure, polygon, free] = shapes as unknown as readonly [
    ...Shape[],
    Shape,
  ];
  const at = (...places: Places): readonly number[] => places.flatMap(place => [...controller.image(place)]);
  expectClose(numbers(extreme!.points), at([20, 20], [110, 100]), 1);
  expectClose(numbers(first!.points), at([20, 130], [70, 160]));
  expectClose(numbers(second!.points), at([90, 130], [140, 160]));
  expectClose(numbers(rotated!.points).slice(0, 4), at([160, 100], [240, 60]));
  expectClose([ellipse!['cx'], ellipse!['cy'], ellipse!['rx'], ellipse!['ry']] as number[], [350, 60, 50, 40], 1);
  const { f1, f2, r1, r2 } = cuboid!.points as unknown as Record<'f1' | 'f2' | 'r1' | 'r2', { x: number; y: number }>;
  expectClose(
    [f1, f2, r1, r2].flatMap(({ x, y }) => [x, y]),
    [440, 60, 520, 120, 480, 40, 560, 100],
    1.5,
  );
  expect(figure).toMatchObject({
    templateName: 'Stick figure',
    pointLabels: { 0: 'head', 2: 'left foot' },
    connections: [{}, {}, {}],
  });
  expectClose(
    (figure!.points as unknown as readonly { x: number; y: number }[]).flatMap(({ x, y }) => [x, y]),
    [660, 20, 660, 80, 600, 170, 700, 140],
    1.5,
  );
  expectClose(numbers(polygon!.points), at(...OUTLINE));
  expectClose((polygon!['exclude'] as number[][])[0]!, at(...HOLE));
  expect(Object.values(polygon!['pointLabels'] as Record<string, string>)).toEqual(['corner']);
  expect(numbers(free!.points).length / 2).toBeGreaterThanOrEqual(5);

  // From now on the first class is drawn as polygons alone.
  const { page, client, projectId } = controller;
  const { data } = await client.call<{ data: readonly { id: number }[] }>('GET', `/classes?project_id=${projectId}`);
  await client.call('PUT', `/class/${data[0]!.id}?project_id=${projectId}`, { name: 'Flower', shapes: ['polygon'] });
  const tool = (name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name}`) });
  await controller.press('v', 'Escape', '1');
  await expect.poll(() => tool('Box').isDisabled()).toBe(true);
  await controller.press('b');
  const refusal = '“Flower” can’t be drawn as Box. Allowed: Polygon.';
  await page.getByText(refusal).first().waitFor();
  await tool('Box').hover({ force: true });
  await page.getByRole('tooltip', { name: refusal }).waitFor();
  await takePictures(page, 'vector limited class');
  await controller.press('2', 'b');
  await expect.poll(() => tool('Box').getAttribute('aria-pressed')).toBe('true');
  await controller.press('1');
  await expect.poll(() => tool('Polygon').getAttribute('aria-pressed')).toBe('true');
});
