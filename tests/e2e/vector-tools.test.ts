import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { isLongRun } from '../support/run-plan.ts';
import type { StoredInstance } from '../support/site-client.ts';
import { takePictures } from './screen-checks.ts';
import { VectorDesk } from './vector-desk.ts';

const VERA = 'vera@vector-tools.test';
const site = openSite([{ email: VERA, name: 'Vera North', team: 'North' }], { stays: true });

type Shape = StoredInstance & Readonly<Record<string, unknown>>;
type Places = readonly (readonly [number, number])[];

function expectClose(found: readonly number[], wanted: readonly number[], off = 0.5): void {
  expect(found).toHaveLength(wanted.length);
  const away = found.map((each, index) => Math.abs(each - wanted[index]!));
  expect(Math.max(...away), `${found.join()} instead of ${wanted.map(each => each.toFixed(2)).join()}`).toBeLessThanOrEqual(off);
}

/** Coordinates in the order of the format; a database may give the keys of an object in another one. */
const numbers = (points: unknown): readonly number[] => (Array.isArray(points) ? (points as number[]) : ['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4'].map(key => (points as Record<string, number>)[key]!).filter(each => each !== undefined));

/** Rows of ten boxes. */
const ROWS = isLongRun ? 10 : 2;

it(`should draw ${ROWS}0 boxes with two clicks each and nothing else`, async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Many boxes');
  await desk.press('b', '2');
  const wanted: number[][] = [];
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < 10; column += 1) {
      const places: Places = [[20 + column * 76, 20 + row * 56], [80 + column * 76, 60 + row * 56]];
      for (const place of places) await desk.click(place);
      wanted.push(places.flatMap(place => [...desk.image(place)]));
    }
  }
  await takePictures(desk.page, 'vector many boxes');
  const stored = await desk.stored(ROWS * 10);
  expect(new Set(stored.map(each => `${each.type} ${each.className}`))).toEqual(new Set(['bbox Leaf']));
  for (const [index, each] of stored.entries()) expectClose(numbers(each.points), wanted[index]!);
});

it('should draw boxes by their four extreme points, and remember that', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Extreme points');
  await desk.press('b');
  await desk.page.getByText('4 extreme points').click();
  for (const place of [[300, 100], [420, 220], [310, 330]] as const) await desk.click(place);
  await takePictures(desk.page, 'vector extreme points');
  await desk.click([150, 240]);
  const [box] = await desk.stored(1);
  expectClose(numbers(box!.points), [desk.image([150, 0])[0], desk.image([0, 100])[1], desk.image([420, 0])[0], desk.image([0, 330])[1]]);
  await desk.page.reload();
  await desk.page.getByRole('button', { name: /^Box/ }).waitFor();
  await desk.press('b');
  expect(await desk.page.getByRole('radio', { name: '4 extreme points' }).isChecked()).toBe(true);
  // The tests that follow in this window draw boxes by two corners.
  await desk.press('Shift+B');
  expect(await desk.page.getByRole('radio', { name: 'Corners' }).isChecked()).toBe(true);
});

it('should draw, turn and scale a rotated box', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Rotated box');
  await desk.press('r');
  await desk.click([200, 300]);
  await desk.click([400, 200]);
  await desk.page.mouse.move(...desk.screen([460, 320]), { steps: 3 });
  await takePictures(desk.page, 'vector rotated box');
  await desk.click([460, 320]);
  const [drawn] = await desk.stored(1);
  expect(drawn!.type).toBe('rbbox');
  expectClose(numbers(drawn!.points).slice(0, 4), [...desk.image([200, 300]), ...desk.image([400, 200])]);

  await desk.press('v');
  await desk.drag([[460, 320], [500, 400]]);
  await takePictures(desk.page, 'vector rotated box selected');
  const [scaled] = await desk.stored(1);
  expectClose(numbers(scaled!.points).slice(0, 2), desk.image([200, 300]), 1);
  expect(numbers(scaled!.points)).not.toEqual(numbers(drawn!.points));
});

it('should draw an ellipse, a circle and one from its centre', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Ellipse');
  await desk.press('o');
  await desk.drag([[100, 100], [300, 200]]);
  await desk.drag([[400, 100], [500, 180]], ['Shift']);
  await desk.drag([[300, 400], [400, 450]], ['Alt']);
  await takePictures(desk.page, 'vector ellipse');
  const [ellipse, circle, centred] = (await desk.stored(3)) as readonly Shape[];
  expectClose([ellipse!['cx'], ellipse!['cy'], ellipse!['rx'], ellipse!['ry']] as number[], [200, 150, 100, 50], 1);
  expect(circle!['rx']).toBe(circle!['ry']);
  expectClose([centred!['cx'], centred!['cy'], centred!['rx'], centred!['ry']] as number[], [300, 400, 100, 50], 1);
  await desk.press('v');
  await takePictures(desk.page, 'vector ellipse selected');
});

it('should draw a cuboid and move a corner of its rear face', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Cuboid');
  await desk.press('u');
  await desk.drag([[200, 250], [400, 400]]);
  await desk.page.mouse.move(...desk.screen([470, 350]), { steps: 3 });
  await takePictures(desk.page, 'vector cuboid');
  await desk.click([470, 350]);
  const [drawn] = (await desk.stored(1)) as unknown as readonly { readonly points: Record<'f1' | 'f2' | 'r1' | 'r2', { readonly x: number; readonly y: number }> }[];
  const { f1, f2, r1, r2 } = drawn!.points;
  expectClose([f1.x, f1.y, f2.x, f2.y, r1.x, r1.y, r2.x, r2.y], [...desk.image([200, 250]), ...desk.image([400, 400]), 270, 200, 470, 350], 1.5);
  await desk.press('v');
  await desk.drag([[470, 200], [500, 180]]);
  await takePictures(desk.page, 'vector cuboid selected');
  const [moved] = (await desk.stored(1)) as unknown as readonly typeof drawn[];
  expectClose([moved!.points.r1.y, moved!.points.r2.x], [180, 500], 1.5);
});

it('should place a template of the team and move its points one by one', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Template');
  await desk.press('k');
  await desk.page.getByRole('combobox', { name: 'Template' }).waitFor();
  await desk.drag([[200, 150], [400, 450]]);
  await desk.drag([[200, 450], [160, 500]]);
  await takePictures(desk.page, 'vector template');
  const [figure] = (await desk.stored(1)) as unknown as readonly { readonly type: string; readonly templateName: string; readonly pointLabels: Record<string, string>; readonly points: readonly { readonly id: number; readonly x: number; readonly y: number }[]; readonly connections: readonly unknown[] }[];
  expect(figure).toMatchObject({ type: 'template', templateName: 'Stick figure', pointLabels: { 0: 'head', 2: 'left foot' } });
  expect(figure!.connections).toHaveLength(3);
  expectClose(figure!.points.flatMap(({ x, y }) => [x, y]), [300, 150, 300, 300, 160, 500, 400, 450], 1.5);
});

it('should give and take tags by typing', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Tags');
  await desk.press('t');
  await desk.page.getByRole('textbox', { name: 'Tag class' }).waitFor();
  await desk.page.keyboard.type('rai');
  await takePictures(desk.page, 'vector tag choice');
  await desk.press('Enter');
  await desk.page.getByRole('button', { name: 'Remove tag Rainy' }).waitFor();
  await desk.press('Enter');
  await takePictures(desk.page, 'vector tags');
  await desk.press('Escape');
  expect((await desk.stored(2)).map(each => [each.type, each.className])).toEqual([['tag', 'Rainy'], ['tag', 'Sunny']]);
  await desk.press('t');
  await desk.page.getByRole('button', { name: 'Remove tag Rainy' }).click();
  await desk.press('Escape');
  expect((await desk.stored(1)).map(each => each.className)).toEqual(['Sunny']);
  await desk.press('Control+z');
  expect(await desk.stored(2)).toHaveLength(2);
});

it('should draw polygons by clicks and by free hand, with a hole and another part', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Polygons');
  await desk.press('p');
  for (const place of [[60, 60], [260, 60], [260, 260], [999, 999], [60, 260]] as const) {
    if (place[0] === 999) {
      await desk.click([300, 300]);
      await desk.press('Backspace');
    } else await desk.click(place);
  }
  await desk.press('Enter');
  await desk.press('Shift+P');
  for (const place of [[120, 120], [200, 120], [160, 200]] as const) await desk.click(place);
  await takePictures(desk.page, 'vector polygon hole');
  await desk.press('Enter', 'Shift+N');
  for (const place of [[300, 60], [380, 60], [380, 140]] as const) await desk.click(place);
  await desk.press('n', 'p');
  await desk.drag([[600, 300], [700, 320], [720, 420], [600, 450], [520, 380], [596, 302]]);
  await takePictures(desk.page, 'vector polygon free hand');
  const [first, second, third] = (await desk.stored(3)) as readonly Shape[];
  expectClose(numbers(first!.points), [[60, 60], [260, 60], [260, 260], [60, 260]].flatMap(place => [...desk.image(place as [number, number])]));
  expectClose((first!['exclude'] as number[][])[0]!, [[120, 120], [200, 120], [160, 200]].flatMap(place => [...desk.image(place as [number, number])]));
  expect(first!['groupId']).toBe(second!['groupId']);
  expect(first!['groupId']).toBeGreaterThan(0);
  expect(third!['groupId']).toBe(0);
  expect(numbers(third!.points).length / 2).toBeGreaterThanOrEqual(5);
});

it('should share the edges of neighbours: draw onto them, move, insert, delete, part', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Shared edges');
  const draw = async (places: Places): Promise<void> => {
    await desk.press('p');
    for (const place of places) await desk.click(place);
    await desk.press('Enter');
  };
  await draw([[100, 100], [300, 100], [300, 400], [100, 400]]);
  // A few pixels beside the corners: the vertices snap to them.
  await draw([[303, 103], [500, 100], [500, 400], [304, 396]]);
  await takePictures(desk.page, 'vector snapped');
  const shared = async (): Promise<number> => {
    const [one, other] = (await desk.stored(2)).map(each => new Set(pairs(numbers(each.points))));
    return [...one!].filter(pair => other!.has(pair)).length;
  };
  expect(await shared()).toBe(2);
  await desk.press('v');
  await desk.click([400, 250]);
  await takePictures(desk.page, 'vector shared edges');
  await desk.drag([[300, 100], [320, 60]]);
  expect(await shared()).toBe(2);
  await desk.drag([[310, 230], [340, 240]]);
  expect(await shared()).toBe(3);
  await desk.press('Control+z');
  expect(await shared()).toBe(2);
  await desk.press('Control+y');
  await desk.click([340, 240], ['Alt']);
  expect(await shared()).toBe(2);
  await desk.press('Shift+U');
  expect(await shared()).toBe(0);
});

const pairs = (points: readonly number[]): readonly string[] => Array.from({ length: points.length / 2 }, (_, index) => `${points[index * 2]} ${points[index * 2 + 1]}`);

it('should trace a neighbour, redraw a part of an outline and label a vertex', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Trace');
  await desk.press('p');
  for (const place of [[300, 100], [400, 150], [420, 250], [380, 350], [300, 400], [200, 250]] as const) await desk.click(place);
  await desk.press('Enter');
  await desk.click([300, 100], ['Alt']);
  await desk.click([420, 250]);
  await desk.page.mouse.move(...desk.screen([380, 350]), { steps: 3 });
  await takePictures(desk.page, 'vector trace');
  await desk.click([300, 400]);
  await desk.click([600, 400]);
  await desk.click([600, 100]);
  await desk.press('Enter');
  const [neighbour, traced] = await desk.stored(2);
  expect(pairs(numbers(traced!.points))).toEqual(expect.arrayContaining(pairs(numbers(neighbour!.points)).slice(0, 5) as string[]));

  await desk.press('v');
  await desk.drag([[600, 400], [560, 330], [540, 250], [560, 170], [600, 100]], ['Shift']);
  await takePictures(desk.page, 'vector redrawn');
  const redrawn = numbers((await desk.stored(2))[1]!.points);
  expect(Math.min(...redrawn.filter((each, at) => at % 2 === 0 && each > 500))).toBeLessThan(545);

  await desk.doubleClick([600, 100]);
  await desk.page.getByLabel(/^Label of point/).fill('corner');
  await takePictures(desk.page, 'vector label');
  await desk.press('Enter');
  expect(Object.values(((await desk.stored(2))[1] as Shape)['pointLabels'] as Record<string, string>)).toEqual(['corner']);
});

it('should scale and turn a selection of many, and draw lines and points', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Many');
  await desk.press('b');
  await desk.drag([[200, 200], [300, 260]]);
  await desk.press('l');
  for (const place of [[350, 200], [400, 260], [450, 200]] as const) await desk.click(place);
  await desk.press('Enter', '.');
  await desk.click([320, 300]);
  await desk.press('v', 'Control+a');
  await takePictures(desk.page, 'vector many selected');
  const before = await desk.stored(3);
  await desk.drag([[450, 300], [575, 350]]);
  await desk.drag([[387, 180], [480, 220]], ['Shift']);
  await takePictures(desk.page, 'vector many turned');
  const after = await desk.stored(3);
  expect(before.map(each => each.type)).toEqual(['bbox', 'polyline', 'point']);
  expect(after.map(each => each.type)).toEqual(['rbbox', 'polyline', 'point']);
  await desk.press('Control+z', 'Control+z');
  expect((await desk.stored(3)).map(each => each.points)).toEqual(before.map(each => each.points));
});
