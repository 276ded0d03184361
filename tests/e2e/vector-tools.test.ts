import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { isLongRun } from '../support/run-plan.ts';
import type { StoredInstance } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { takePictures } from './screen-checks.ts';
import { VectorController } from './vector-controller.ts';
import { expectClose, numbers, pairs } from './vector-points.ts';

const VERA = 'vera@vector-tools.test';
const site = openSite([{ email: VERA, name: 'Vera North', team: 'North' }], { stays: true });

type Shape = StoredInstance & Readonly<Record<string, unknown>>;
type Places = readonly (readonly [number, number])[];

/** Rows of ten boxes. */
const ROWS = isLongRun ? 10 : 2;

/** Draws many boxes with two clicks each and nothing else. */
async function manyBoxes(controller: VectorController): Promise<void> {
  await controller.press('b', '2');
  const wanted: number[][] = [];
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < 10; column += 1) {
      const places: Places = [
        [20 + column * 76, 20 + row * 56],
        [80 + column * 76, 60 + row * 56],
      ];
      for (const place of places) await controller.click(place);
      wanted.push(places.flatMap(place => [...controller.image(place)]));
    }
  }
  await takePictures(controller.page, 'vector many boxes');
  const stored = await controller.stored(ROWS * 10);
  expect(new Set(stored.map(each => `${each.type} ${each.className}`))).toEqual(new Set(['bbox Leaf']));
  for (const [index, each] of stored.entries()) expectClose(numbers(each.points), wanted[index]!);
}

/** Draws a box by its four extreme points, which is remembered. */
async function extremePoints(controller: VectorController): Promise<void> {
  await controller.press('b');
  await controller.page.getByText('4 extreme points').click();
  for (const place of [
    [300, 100],
    [420, 220],
    [310, 330],
  ] as const)
    await controller.click(place);
  await takePictures(controller.page, 'vector extreme points');
  await controller.click([150, 240]);
  const [box] = await controller.stored(1);
  expectClose(numbers(box!.points), [
    controller.image([150, 0])[0],
    controller.image([0, 100])[1],
    controller.image([420, 0])[0],
    controller.image([0, 330])[1],
  ]);
  await controller.page.reload();
  await controller.page.getByRole('button', { name: /^Box/ }).waitFor();
  await controller.press('b');
  await expect.poll(() => controller.page.getByRole('radio', { name: '4 extreme points' }).isChecked()).toBe(true);
  // What follows in this window draws boxes by two corners.
  await controller.press('Shift+B');
  await expect.poll(() => controller.page.getByRole('radio', { name: 'Corners' }).isChecked()).toBe(true);
}

/** Draws, turns and scales a rotated box. */
async function rotatedBox(controller: VectorController): Promise<void> {
  await controller.press('r');
  await controller.click([200, 300]);
  await controller.click([400, 200]);
  await controller.page.mouse.move(...controller.screen([460, 320]), { steps: 3 });
  await takePictures(controller.page, 'vector rotated box');
  await controller.click([460, 320]);
  const [drawn] = await controller.stored(1);
  expect(drawn!.type).toBe('rbbox');
  expectClose(numbers(drawn!.points).slice(0, 4), [...controller.image([200, 300]), ...controller.image([400, 200])]);

  await controller.press('v');
  await controller.drag([
    [460, 320],
    [500, 400],
  ]);
  await takePictures(controller.page, 'vector rotated box selected');
  const [scaled] = await controller.stored(1);
  expectClose(numbers(scaled!.points).slice(0, 2), controller.image([200, 300]), 1);
  expect(numbers(scaled!.points)).not.toEqual(numbers(drawn!.points));
}

/** Draws an ellipse, a circle and an ellipse from its centre. */
async function ellipses(controller: VectorController): Promise<void> {
  await controller.press('o');
  await controller.drag([
    [100, 100],
    [300, 200],
  ]);
  await controller.drag(
    [
      [400, 100],
      [500, 180],
    ],
    ['Shift'],
  );
  await controller.drag(
    [
      [300, 400],
      [400, 450],
    ],
    ['Alt'],
  );
  await takePictures(controller.page, 'vector ellipse');
  const [ellipse, circle, centred] = (await controller.stored(3)) as readonly Shape[];
  expectClose([ellipse!['cx'], ellipse!['cy'], ellipse!['rx'], ellipse!['ry']] as number[], [200, 150, 100, 50], 1);
  expect(circle!['rx']).toBe(circle!['ry']);
  expectClose([centred!['cx'], centred!['cy'], centred!['rx'], centred!['ry']] as number[], [300, 400, 100, 50], 1);
  await controller.press('v');
  await takePictures(controller.page, 'vector ellipse selected');
}

/** Draws a cuboid and moves a corner of its rear face. */
async function cuboid(controller: VectorController): Promise<void> {
  await controller.press('u');
  await controller.drag([
    [200, 250],
    [400, 400],
  ]);
  await controller.page.mouse.move(...controller.screen([470, 350]), { steps: 3 });
  await takePictures(controller.page, 'vector cuboid');
  await controller.click([470, 350]);
  const [drawn] = (await controller.stored(1)) as unknown as readonly {
    readonly points: Record<'f1' | 'f2' | 'r1' | 'r2', { readonly x: number; readonly y: number }>;
  }[];
  const { f1, f2, r1, r2 } = drawn!.points;
  expectClose(
    [f1.x, f1.y, f2.x, f2.y, r1.x, r1.y, r2.x, r2.y],
    [...controller.image([200, 250]), ...controller.image([400, 400]), 270, 200, 470, 350],
    1.5,
  );
  await controller.press('v');
  await controller.drag([
    [470, 200],
    [500, 180],
  ]);
  await takePictures(controller.page, 'vector cuboid selected');
  const [moved] = (await controller.stored(1)) as unknown as readonly (typeof drawn)[];
  expectClose([moved!.points.r1.y, moved!.points.r2.x], [180, 500], 1.5);
}

/** Places a template of the team and moves its points one by one. */
async function template(controller: VectorController): Promise<void> {
  await controller.press('k');
  await controller.page.getByRole('combobox', { name: 'Template' }).waitFor();
  await controller.drag([
    [200, 150],
    [400, 450],
  ]);
  await controller.drag([
    [200, 450],
    [160, 500],
  ]);
  await takePictures(controller.page, 'vector template');
  const [figure] = (await controller.stored(1)) as unknown as readonly {
    readonly type: string;
    readonly templateName: string;
    readonly pointLabels: Record<string, string>;
    readonly points: readonly { readonly id: number; readonly x: number; readonly y: number }[];
    readonly connections: readonly unknown[];
  }[];
  expect(figure).toMatchObject({
    type: 'template',
    templateName: 'Stick figure',
    pointLabels: { 0: 'head', 2: 'left foot' },
  });
  expect(figure!.connections).toHaveLength(3);
  expectClose(
    figure!.points.flatMap(({ x, y }) => [x, y]),
    [300, 150, 300, 300, 160, 500, 400, 450],
    1.5,
  );
}

/** Gives and takes tags by typing. */
async function tags(controller: VectorController): Promise<void> {
  await controller.press('t');
  await controller.page.getByRole('textbox', { name: 'Tag class' }).waitFor();
  await controller.page.keyboard.type('rai');
  await takePictures(controller.page, 'vector tag choice');
  await controller.press('Enter');
  await controller.page.getByRole('button', { name: 'Remove tag Rainy' }).waitFor();
  await controller.press('Enter');
  await takePictures(controller.page, 'vector tags');
  await controller.press('Escape');
  expect((await controller.stored(2)).map(each => [each.type, each.className])).toEqual([
    ['tag', 'Rainy'],
    ['tag', 'Sunny'],
  ]);
  await controller.press('t');
  await controller.page.getByRole('button', { name: 'Remove tag Rainy' }).click();
  await controller.press('Escape');
  expect((await controller.stored(1)).map(each => each.className)).toEqual(['Sunny']);
  await controller.press('Control+z');
  expect(await controller.stored(2)).toHaveLength(2);
  await controller.press('t');
  for (const name of ['Rainy', 'Sunny'])
    await controller.page.getByRole('button', { name: `Remove tag ${name}` }).click();
}

/** Draws polygons by clicks and by free hand, with a hole and another part. */
async function polygons(controller: VectorController): Promise<void> {
  await controller.press('p');
  for (const place of [
    [60, 60],
    [260, 60],
    [260, 260],
    [999, 999],
    [60, 260],
  ] as const) {
    if (place[0] === 999) {
      await controller.click([300, 300]);
      await controller.press('Backspace');
    } else await controller.click(place);
  }
  await controller.press('Enter');
  await controller.press('Shift+P');
  for (const place of [
    [120, 120],
    [200, 120],
    [160, 200],
  ] as const)
    await controller.click(place);
  await takePictures(controller.page, 'vector polygon hole');
  await controller.press('Enter', 'Shift+N');
  for (const place of [
    [300, 60],
    [380, 60],
    [380, 140],
  ] as const)
    await controller.click(place);
  await controller.press('n', 'p');
  await controller.drag([
    [600, 300],
    [700, 320],
    [720, 420],
    [600, 450],
    [520, 380],
    [596, 302],
  ]);
  await takePictures(controller.page, 'vector polygon free hand');
  const [first, second, third] = (await controller.stored(3)) as readonly Shape[];
  expectClose(
    numbers(first!.points),
    [
      [60, 60],
      [260, 60],
      [260, 260],
      [60, 260],
    ].flatMap(place => [...controller.image(place as [number, number])]),
  );
  expectClose(
    (first!['exclude'] as number[][])[0]!,
    [
      [120, 120],
      [200, 120],
      [160, 200],
    ].flatMap(place => [...controller.image(place as [number, number])]),
  );
  expect(first!['groupId']).toBe(second!['groupId']);
  expect(first!['groupId']).toBeGreaterThan(0);
  expect(third!['groupId']).toBe(0);
  expect(numbers(third!.points).length / 2).toBeGreaterThanOrEqual(5);
}

/** Shares the edges of neighbours: draws onto them, moves, inserts, deletes, parts. */
async function sharedEdges(controller: VectorController): Promise<void> {
  const draw = async (places: Places): Promise<void> => {
    await controller.press('p');
    for (const place of places) await controller.click(place);
    await controller.press('Enter');
  };
  await draw([
    [100, 100],
    [300, 100],
    [300, 400],
    [100, 400],
  ]);
  // A few pixels beside the corners: the vertices snap to them.
  await draw([
    [303, 103],
    [500, 100],
    [500, 400],
    [304, 396],
  ]);
  await takePictures(controller.page, 'vector snapped');
  const shared = async (): Promise<number> => {
    const [one, other] = (await controller.stored(2)).map(each => new Set(pairs(numbers(each.points))));
    return [...one!].filter(pair => other!.has(pair)).length;
  };
  expect(await shared()).toBe(2);
  await controller.press('v');
  await controller.click([400, 250]);
  await takePictures(controller.page, 'vector shared edges');
  await controller.drag([
    [300, 100],
    [320, 60],
  ]);
  expect(await shared()).toBe(2);
  await controller.drag([
    [310, 230],
    [340, 240],
  ]);
  expect(await shared()).toBe(3);
  await controller.press('Control+z');
  expect(await shared()).toBe(2);
  await controller.press('Control+y');
  await controller.click([340, 240], ['Alt']);
  expect(await shared()).toBe(2);
  await controller.press('Shift+U');
  expect(await shared()).toBe(0);
}

/** Traces a neighbour, redraws a part of an outline and labels a vertex. */
async function tracing(controller: VectorController): Promise<void> {
  await controller.press('p');
  for (const place of [
    [300, 100],
    [400, 150],
    [420, 250],
    [380, 350],
    [300, 400],
    [200, 250],
  ] as const)
    await controller.click(place);
  await controller.press('Enter');
  await controller.click([300, 100], ['Alt']);
  await controller.click([420, 250]);
  await controller.page.mouse.move(...controller.screen([380, 350]), { steps: 3 });
  await takePictures(controller.page, 'vector trace');
  await controller.click([300, 400]);
  await controller.click([600, 400]);
  await controller.click([600, 100]);
  await controller.press('Enter');
  const [neighbour, traced] = await controller.stored(2);
  expect(pairs(numbers(traced!.points))).toEqual(
    expect.arrayContaining(pairs(numbers(neighbour!.points)).slice(0, 5) as string[]),
  );

  await controller.press('v');
  await controller.drag(
    [
      [600, 400],
      [560, 330],
      [540, 250],
      [560, 170],
      [600, 100],
    ],
    ['Shift'],
  );
  await takePictures(controller.page, 'vector redrawn');
  const redrawn = numbers((await controller.stored(2))[1]!.points);
  expect(Math.min(...redrawn.filter((each, at) => at % 2 === 0 && each > 500))).toBeLessThan(545);

  await controller.doubleClick([600, 100]);
  await controller.page.getByLabel(/^Label of point/).fill('corner');
  await takePictures(controller.page, 'vector label');
  await controller.press('Enter');
  expect(Object.values(((await controller.stored(2))[1] as Shape)['pointLabels'] as Record<string, string>)).toEqual([
    'corner',
  ]);
}

/** Scales and turns a selection of many, of lines and points too. */
async function manyAtOnce(controller: VectorController): Promise<void> {
  await controller.press('b');
  await controller.drag([
    [200, 200],
    [300, 260],
  ]);
  await controller.press('l');
  for (const place of [
    [350, 200],
    [400, 260],
    [450, 200],
  ] as const)
    await controller.click(place);
  await controller.press('Enter', '.');
  await controller.click([320, 300]);
  await controller.press('v', 'Control+a');
  await takePictures(controller.page, 'vector many selected');
  const before = await controller.stored(3);
  await controller.drag([
    [450, 300],
    [575, 350],
  ]);
  await controller.drag(
    [
      [387, 180],
      [480, 220],
    ],
    ['Shift'],
  );
  await takePictures(controller.page, 'vector many turned');
  const after = await controller.stored(3);
  expect(before.map(each => each.type)).toEqual(['bbox', 'polyline', 'point']);
  expect(after.map(each => each.type)).toEqual(['rbbox', 'polyline', 'point']);
  await controller.press('Control+z', 'Control+z');
  expect((await controller.stored(3)).map(each => each.points)).toEqual(before.map(each => each.points));
}

it('should draw many boxes, rotated boxes, ellipses, cuboids, templates and boxes by extreme points, and give tags by typing', async () => {
  const { controller } = await VectorController.open(site(), VERA, 'Shapes');
  for (const drawn of [manyBoxes, rotatedBox, ellipses, cuboid, template, tags, extremePoints]) {
    await drawn(controller);
    await controller.clear();
  }
});

it('should draw polygons with holes, share and trace edges, redraw outlines, and change a selection of many', async () => {
  const { controller } = await VectorController.open(site(), VERA, 'Outlines');
  for (const drawn of [polygons, sharedEdges, tracing, manyAtOnce]) {
    await drawn(controller);
    await controller.clear();
  }
});

it('should offer the tools that the active class allows, and refuse a class for a shape it does not allow', async () => {
  const { controller } = await VectorController.open(site(), VERA, 'Limited classes');
  const { page, client, projectId } = controller;
  const { data } = await client.call<{ data: readonly { id: number }[] }>('GET', `/classes?project_id=${projectId}`);
  await client.call('PUT', `/class/${data[0]!.id}?project_id=${projectId}`, { name: 'Flower', shapes: ['polygon'] });
  const tool = (name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect.poll(() => tool('Box').isDisabled()).toBe(true);
  await controller.press('b');
  const refusal = '“Flower” can’t be drawn as Box. Allowed: Polygon.';
  await page.getByText(refusal).first().waitFor();
  await tool('Box').hover({ force: true });
  await page.getByRole('tooltip', { name: refusal }).waitFor();
  await takePictures(page, 'vector limited class');

  await controller.press('2', 'b');
  for (const place of [
    [40, 40],
    [140, 120],
  ] as const)
    await controller.click(place);
  await controller.press('1');
  await expect.poll(() => tool('Polygon').getAttribute('aria-pressed')).toBe('true');
  for (const place of [
    [300, 100],
    [420, 220],
    [310, 330],
  ] as const)
    await controller.click(place);
  await controller.press('Enter');
  expect((await controller.stored(2)).map(each => `${each.type} ${each.className}`).toSorted()).toEqual([
    'bbox Leaf',
    'polygon Flower',
  ]);
  await lead(page, `/t/${client.teamId}/p/${projectId}/setup/classes`);
  await page.getByLabel('Shapes', { exact: true }).first().waitFor();
  await takePictures(page, 'class with shapes');
});
