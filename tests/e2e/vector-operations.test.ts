import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { StoredInstance } from '../support/site-client.ts';
import { pressPointer } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { takePictures } from './screen-checks.ts';
import { VectorController } from './vector-controller.ts';

const VERA = 'vera@vector-operations.test';
const site = openSite([{ email: VERA, name: 'Vera North', team: 'North' }], { stays: true });

type Shape = StoredInstance & Readonly<Record<string, unknown>>;
type Places = readonly (readonly [number, number])[];

async function drawPolygon(controller: VectorController, places: Places): Promise<void> {
  await controller.press('p');
  for (const place of places) await controller.click(place);
  await controller.press('Enter');
}

async function drawBox(
  controller: VectorController,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  await controller.press('b');
  await controller.drag([from, to]);
}

const square = (x: number, y: number, side: number): Places => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
const rings = (shape: Shape): readonly (readonly number[])[] => [
  shape.points as unknown as readonly number[],
  ...((shape['exclude'] ?? []) as readonly (readonly number[])[]),
];

function ringArea(ring: readonly number[]): number {
  let doubled = 0;
  for (let at = 0; at < ring.length; at += 2)
    doubled += ring[at]! * ring[(at + 3) % ring.length]! - ring[(at + 2) % ring.length]! * ring[at + 1]!;
  return Math.abs(doubled) / 2;
}

/** Square pixels a stored polygon covers. */
function areaOf(shape: Shape): number {
  const [outer, ...holes] = rings(shape).map(ringArea);
  return holes.reduce((sum, hole) => sum - hole, outer!);
}

const closeTo = (value: number, wanted: number): void =>
  expect(Math.abs(value - wanted) / wanted, `${value} instead of ${wanted}`).toBeLessThan(0.03);

/** Slices by clicks and by a drag, joins again, subtracts, cuts out and intersects, each as one step. */
async function booleans(controller: VectorController): Promise<void> {
  await drawPolygon(controller, square(100, 100, 200));
  await controller.press('x');
  await controller.click([80, 200]);
  await controller.page.mouse.move(...controller.screen([250, 200]), { steps: 3 });
  await takePictures(controller.page, 'vector op slice');
  await controller.click([320, 200]);
  const halves = (await controller.stored(2)) as readonly Shape[];
  for (const half of halves) closeTo(areaOf(half), 20_000);
  await controller.page.mouse.move(...controller.screen([200, 80]));
  await controller.press('v');
  await controller.click([150, 150]);
  await controller.press('x');
  await controller.drag([
    [200, 80],
    [205, 140],
    [198, 220],
  ]);
  await controller.press('v', 'Control+a');
  expect((await controller.stored(3)).map(each => each.className)).toEqual(['Flower', 'Flower', 'Flower']);
  await takePictures(controller.page, 'vector op sliced');
  await controller.press('j');
  const [whole] = (await controller.stored(1)) as readonly Shape[];
  closeTo(areaOf(whole!), 40_000);
  await controller.press('Control+z');
  expect(await controller.stored(3)).toHaveLength(3);
  await controller.press('Control+y');

  // A leaf over a corner of the flower: what is selected first keeps its class.
  await controller.press('2');
  await controller.press('Control+z');
  await drawPolygon(controller, square(250, 250, 100));
  await controller.press('v');
  await controller.click([150, 150]);
  await controller.click([320, 320], ['Control']);
  await controller.press('w');
  const subtracted = (await controller.stored(2)) as readonly Shape[];
  closeTo(areaOf(subtracted[0]!), 37_500);
  closeTo(areaOf(subtracted[1]!), 10_000);
  await takePictures(controller.page, 'vector op subtracted');
  await controller.press('Control+z');
  await controller.click([150, 150]);
  await controller.click([320, 320], ['Control']);
  await controller.press('Shift+J');
  const [common] = (await controller.stored(1)) as readonly Shape[];
  closeTo(areaOf(common!), 2_500);
  await controller.press('Control+z');
  await controller.click([150, 150]);
  await controller.click([320, 320], ['Control']);
  await controller.press('Alt+w');
  const [left] = (await controller.stored(1)) as readonly Shape[];
  closeTo(areaOf(left!), 37_500);
}

/** Cuts a hole with another shape, and leaves parts in one group. */
async function holesAndParts(controller: VectorController): Promise<void> {
  await drawPolygon(controller, square(100, 100, 300));
  await drawBox(controller, [200, 200], [260, 260]);
  await controller.press('v');
  await controller.click([120, 120]);
  await controller.click([230, 230], ['Control']);
  await controller.press('Alt+w');
  const [ring] = (await controller.stored(1)) as readonly Shape[];
  expect(rings(ring!)).toHaveLength(2);
  await drawBox(controller, [225, 90], [235, 410]);
  await controller.press('v');
  await controller.click([120, 120]);
  await controller.click([230, 105], ['Control']);
  await controller.press('Alt+w');
  const parts = (await controller.stored(2)) as readonly Shape[];
  expect(new Set(parts.map(each => each['groupId'])).size).toBe(1);
  expect(parts[0]!['groupId']).toBeGreaterThan(0);
  await takePictures(controller.page, 'vector op parts');
}

/** Simplifies with a preview, kept by Enter and dropped by Esc. */
async function simplify(controller: VectorController): Promise<void> {
  await controller.press('p');
  const round: Places = Array.from({ length: 40 }, (_, index) => [
    400 + Math.cos(index / 6.4) * 150,
    300 + Math.sin(index / 6.4) * 150 + (index % 2) * 2,
  ]);
  await controller.drag(round);
  await controller.press('Enter');
  const [before] = (await controller.stored(1)) as readonly Shape[];
  await controller.press('Shift+S');
  await controller.page.getByText(/→ .* points/).waitFor();
  await controller.press(...Array.from({ length: 5 }, () => 'Shift+ArrowRight'));
  await takePictures(controller.page, 'vector op simplify');
  await controller.press('Escape');
  expect(((await controller.stored(1)) as readonly Shape[])[0]!.points).toEqual(before!.points);
  await controller.press('Shift+S', 'Enter');
  const [after] = (await controller.stored(1)) as readonly Shape[];
  expect(rings(after!)[0]!.length).toBeLessThan(rings(before!)[0]!.length * 0.8);
  closeTo(areaOf(after!), areaOf(before!));
  await controller.press('Control+z');
  expect(((await controller.stored(1)) as readonly Shape[])[0]!.points).toEqual(before!.points);
}

it('should slice, join, subtract, cut out and intersect as one step each, cut holes and simplify with a preview', async () => {
  const { controller } = await VectorController.open(site(), VERA, 'Operations');
  for (const changed of [booleans, holesAndParts, simplify]) {
    await changed(controller);
    await controller.clear();
  }
});

it('should offer everything in a menu, arrange and order, and change many as one step', async () => {
  const { controller } = await VectorController.open(site(), VERA, 'Menu');
  const { page } = controller;
  await drawBox(controller, [100, 100], [160, 140]);
  await drawBox(controller, [300, 200], [340, 300]);
  await drawBox(controller, [500, 120], [600, 160]);
  await controller.press('v', 'Control+a');
  await controller.click([130, 120], [], 'right');
  await page.getByRole('menuitem', { name: /^Join/ }).waitFor();
  await takePictures(controller.page, 'vector op menu');
  await page.getByRole('button', { name: 'Align upper edges' }).click();
  // Keys belong to the menu until it is gone.
  await page.getByRole('menuitem', { name: /^Join/ }).waitFor({ state: 'hidden' });
  const tops = (await controller.stored(3)).map(each => (each.points as unknown as Record<string, number>)['y1']!);
  expect(new Set(tops).size).toBe(1);
  // The menu by keyboard as well; Esc leaves the selection as it is.
  await controller.press('Shift+F10');
  await page.getByRole('menuitem', { name: /^Join/ }).waitFor();
  await controller.press('ArrowDown', 'ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
  await controller.press('Escape');
  await page.getByRole('menuitem', { name: /^Join/ }).waitFor({ state: 'detached' });
  await controller.press('Alt+Shift+H');
  const [one, two, three] = (await controller.stored(3)).map(
    each => each.points as unknown as Record<'x1' | 'x2', number>,
  ) as [Record<'x1' | 'x2', number>, Record<'x1' | 'x2', number>, Record<'x1' | 'x2', number>];
  expect(Math.abs(two.x1 - one.x2 - (three.x1 - two.x2))).toBeLessThan(0.05);

  const ids = async (): Promise<readonly unknown[]> =>
    ((await controller.stored(3)) as readonly Shape[]).map(each => each['id']);
  const [first, second, third] = await ids();
  await controller.press('Escape');
  await controller.click([130, 115]);
  await controller.press('+');
  expect(await ids()).toEqual([second, third, first]);
  await controller.press('Control+ArrowDown');
  expect(await ids()).toEqual([second, first, third]);

  // The class of all of them, in one step.
  await controller.press('Control+Shift+a', '2');
  expect(new Set((await controller.stored(3)).map(each => each.className))).toEqual(new Set(['Leaf']));
  await controller.press('Control+z');
  expect(new Set((await controller.stored(3)).map(each => each.className))).toEqual(new Set(['Flower']));
  await controller.press('Escape');
  await page.getByRole('tab', { name: /^Classes/ }).click();
  await page.getByRole('button', { name: /^Flower/ }).click({ modifiers: ['Control'] });
  await controller.press('Delete');
  expect(await controller.stored(0)).toEqual([]);
  await controller.press('Control+z');
  expect(await controller.stored(3)).toHaveLength(3);
  // The panel is remembered; the tests that follow in this window begin with the objects.
  await page.getByRole('tab', { name: /^Objects/ }).click();
});

it('should paste in another tab and project, classes found by name', async () => {
  const { controller, visit } = await VectorController.open(site(), VERA, 'Copied from');
  await drawBox(controller, [100, 100], [200, 180]);
  await pressPointer(controller.page);
  await controller.press('2');
  await drawBox(controller, [300, 300], [380, 420]);
  await controller.press('v', 'Control+a', 'Control+c');
  const [, original] = await controller.stored(2);

  const { client } = controller;
  const { id: projectId } = await client.project('Pasted into');
  const { id: itemId } = await client.upload(projectId, 'field.png', await markedPicture());
  await client.classes(projectId, ['Bee', 'Leaf']);
  const page = await visit.tab();
  await page.goto(`/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  const other = await VectorController.onPage(page, client, projectId, itemId);
  await other.press('Control+Shift+v');
  const pasted = (await other.stored(2)) as readonly Shape[];
  expect(pasted.map(each => each.className)).toEqual([undefined, 'Leaf']);
  expect(pasted[1]!.points).toEqual(original!.points);
  await page
    .getByText(/no class “Flower”/)
    .first()
    .waitFor();
  await page.mouse.move(...other.screen([790, 590]), { steps: 3 });
  await other.press('Control+v');
  const clamped = ((await other.stored(4)) as readonly Shape[])
    .slice(2)
    .map(each => each.points as unknown as Record<'x2' | 'y2', number>);
  expect(Math.max(...clamped.map(each => each.x2))).toBeLessThanOrEqual(800);
  expect(Math.max(...clamped.map(each => each.y2))).toBeLessThanOrEqual(600);
  await takePictures(other.page, 'vector op pasted');
});

it('should find classes by typing, for the next shape and for the selection, and fill in attributes by keyboard alone', async () => {
  const { controller } = await VectorController.open(site(), VERA, 'By keyboard');
  const { page, client, projectId } = controller;
  const values = ['Red', 'Green', 'Blue'].map(name => ({ name, default: 0 }));
  await client.call('POST', `/classes?project_id=${projectId}`, {
    classes: [
      ...Array.from({ length: 14 }, (_, index) => ({
        name: `Filler ${index}`,
        color: '#8F3985',
        type: 1,
        attribute_groups: [],
      })),
      {
        name: 'Zebra',
        color: '#22AA88',
        type: 1,
        attribute_groups: [
          { name: 'Colour', group_type: 'radio', attributes: values },
          { name: 'Parts', group_type: 'checklist', attributes: values },
          { name: 'Note', group_type: 'text', attributes: [] },
        ],
      },
    ],
  });
  await page.reload();
  const fresh = await VectorController.onPage(page, client, projectId, controller.itemId);
  await drawBox(fresh, [100, 100], [200, 180]);
  await pressPointer(page);
  await fresh.press('/');
  await page.locator('[aria-label="Find a class"]:focus').waitFor();
  await page.keyboard.type('zeb');
  await takePictures(fresh.page, 'vector op find class');
  await fresh.press('Enter');
  await page.getByLabel('Find a class').waitFor({ state: 'detached' });
  await drawBox(fresh, [300, 300], [380, 420]);
  expect((await fresh.stored(2)).map(each => each.className)).toEqual(['Flower', 'Zebra']);
  await fresh.press('v');
  await fresh.click([150, 140]);
  await fresh.press('/');
  await page.locator('[aria-label="Find a class"]:focus').waitFor();
  await page.keyboard.type('zeb');
  await fresh.press('Enter');
  await page.getByLabel('Find a class').waitFor({ state: 'detached' });

  // The attributes of the class that was found are there before they are asked for.
  await page.getByText('Colour').first().waitFor();
  await fresh.press('Alt+a', '2', 'ArrowDown', '1', '3');
  await takePictures(fresh.page, 'vector op attributes');
  await fresh.press('ArrowDown');
  await page.keyboard.type('striped');
  await fresh.press('Enter', 'ArrowRight');
  const [first] = (await fresh.stored(2)) as unknown as readonly {
    readonly className: string;
    readonly attributes: readonly { readonly name: string; readonly groupName: string }[];
    readonly points: Record<'x1', number>;
  }[];
  expect(first!.className).toBe('Zebra');
  expect(first!.attributes.map(({ name, groupName }) => `${groupName} ${name}`)).toEqual([
    'Colour Green',
    'Parts Red',
    'Parts Blue',
    'Note striped',
  ]);
  // The last arrow moved the shape: the keyboard is back in the picture.
  expect(first!.points.x1).toBeCloseTo(fresh.image([100, 100])[0] + 1, 1);
});
