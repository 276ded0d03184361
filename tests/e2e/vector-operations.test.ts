import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { StoredInstance } from '../support/site-client.ts';
import { markedPicture } from './picture-on-screen.ts';
import { takePictures } from './screen-checks.ts';
import { VectorDesk } from './vector-desk.ts';

const VERA = 'vera@vector-operations.test';
const site = openSite([{ email: VERA, name: 'Vera North', team: 'North' }], { stays: true });

type Shape = StoredInstance & Readonly<Record<string, unknown>>;
type Places = readonly (readonly [number, number])[];

async function drawPolygon(desk: VectorDesk, places: Places): Promise<void> {
  await desk.press('p');
  for (const place of places) await desk.click(place);
  await desk.press('Enter');
}

async function drawBox(desk: VectorDesk, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await desk.press('b');
  await desk.drag([from, to]);
}

const square = (x: number, y: number, side: number): Places => [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
const rings = (shape: Shape): readonly (readonly number[])[] => [shape.points as unknown as readonly number[], ...((shape['exclude'] ?? []) as readonly (readonly number[])[])];

function ringArea(ring: readonly number[]): number {
  let doubled = 0;
  for (let at = 0; at < ring.length; at += 2) doubled += ring[at]! * ring[(at + 3) % ring.length]! - ring[(at + 2) % ring.length]! * ring[at + 1]!;
  return Math.abs(doubled) / 2;
}

/** Square pixels a stored polygon covers. */
function areaOf(shape: Shape): number {
  const [outer, ...holes] = rings(shape).map(ringArea);
  return holes.reduce((sum, hole) => sum - hole, outer!);
}

const closeTo = (value: number, wanted: number): void => expect(Math.abs(value - wanted) / wanted, `${value} instead of ${wanted}`).toBeLessThan(0.03);

it('should slice by clicks and by a drag, join again, subtract, cut out and intersect, each as one step', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Booleans');
  await drawPolygon(desk, square(100, 100, 200));
  await desk.press('x');
  await desk.click([80, 200]);
  await desk.page.mouse.move(...desk.screen([250, 200]), { steps: 3 });
  await takePictures(desk.page, 'vector op slice');
  await desk.click([320, 200]);
  const halves = (await desk.stored(2)) as readonly Shape[];
  for (const half of halves) closeTo(areaOf(half), 20_000);
  await desk.page.mouse.move(...desk.screen([200, 80]));
  await desk.press('v');
  await desk.click([150, 150]);
  await desk.press('x');
  await desk.drag([[200, 80], [205, 140], [198, 220]]);
  await desk.press('v', 'Control+a');
  expect((await desk.stored(3)).map(each => each.className)).toEqual(['Flower', 'Flower', 'Flower']);
  await takePictures(desk.page, 'vector op sliced');
  await desk.press('j');
  const [whole] = (await desk.stored(1)) as readonly Shape[];
  closeTo(areaOf(whole!), 40_000);
  await desk.press('Control+z');
  expect(await desk.stored(3)).toHaveLength(3);
  await desk.press('Control+y');

  // A leaf over a corner of the flower: what is selected first keeps its class.
  await desk.press('2');
  await desk.press('Control+z');
  await drawPolygon(desk, square(250, 250, 100));
  await desk.press('v');
  await desk.click([150, 150]);
  await desk.click([320, 320], ['Control']);
  await desk.press('w');
  const subtracted = (await desk.stored(2)) as readonly Shape[];
  closeTo(areaOf(subtracted[0]!), 37_500);
  closeTo(areaOf(subtracted[1]!), 10_000);
  await takePictures(desk.page, 'vector op subtracted');
  await desk.press('Control+z');
  await desk.click([150, 150]);
  await desk.click([320, 320], ['Control']);
  await desk.press('Shift+J');
  const [common] = (await desk.stored(1)) as readonly Shape[];
  closeTo(areaOf(common!), 2_500);
  await desk.press('Control+z');
  await desk.click([150, 150]);
  await desk.click([320, 320], ['Control']);
  await desk.press('Alt+w');
  const [left] = (await desk.stored(1)) as readonly Shape[];
  closeTo(areaOf(left!), 37_500);
});

it('should cut a hole with another shape, and leave parts in one group', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Holes and parts');
  await drawPolygon(desk, square(100, 100, 300));
  await drawBox(desk, [200, 200], [260, 260]);
  await desk.press('v');
  await desk.click([120, 120]);
  await desk.click([230, 230], ['Control']);
  await desk.press('Alt+w');
  const [ring] = (await desk.stored(1)) as readonly Shape[];
  expect(rings(ring!)).toHaveLength(2);
  await drawBox(desk, [225, 90], [235, 410]);
  await desk.press('v');
  await desk.click([120, 120]);
  await desk.click([230, 105], ['Control']);
  await desk.press('Alt+w');
  const parts = (await desk.stored(2)) as readonly Shape[];
  expect(new Set(parts.map(each => each['groupId'])).size).toBe(1);
  expect(parts[0]!['groupId']).toBeGreaterThan(0);
  await takePictures(desk.page, 'vector op parts');
});

it('should simplify with a preview, kept by Enter and dropped by Esc', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Simplify');
  await desk.press('p');
  const round: Places = Array.from({ length: 40 }, (_, index) => [400 + Math.cos(index / 6.4) * 150, 300 + Math.sin(index / 6.4) * 150 + (index % 2) * 2]);
  await desk.drag(round);
  await desk.press('Enter');
  const [before] = (await desk.stored(1)) as readonly Shape[];
  await desk.press('Shift+S');
  await desk.page.getByText(/→ .* points/).waitFor();
  await desk.press(...Array.from({ length: 5 }, () => 'Shift+ArrowRight'));
  await takePictures(desk.page, 'vector op simplify');
  await desk.press('Escape');
  expect(((await desk.stored(1)) as readonly Shape[])[0]!.points).toEqual(before!.points);
  await desk.press('Shift+S', 'Enter');
  const [after] = (await desk.stored(1)) as readonly Shape[];
  expect(rings(after!)[0]!.length).toBeLessThan(rings(before!)[0]!.length * 0.8);
  closeTo(areaOf(after!), areaOf(before!));
  await desk.press('Control+z');
  expect(((await desk.stored(1)) as readonly Shape[])[0]!.points).toEqual(before!.points);
});

it('should offer everything in a menu, arrange and order, and change many as one step', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'Menu');
  const { page } = desk;
  await drawBox(desk, [100, 100], [160, 140]);
  await drawBox(desk, [300, 200], [340, 300]);
  await drawBox(desk, [500, 120], [600, 160]);
  await desk.press('v', 'Control+a');
  await desk.click([130, 120], [], 'right');
  await page.getByRole('menuitem', { name: /^Join/ }).waitFor();
  await takePictures(desk.page, 'vector op menu');
  await page.getByRole('button', { name: 'Align upper edges' }).click();
  // Keys belong to the menu until it is gone.
  await page.getByRole('menuitem', { name: /^Join/ }).waitFor({ state: 'hidden' });
  const tops = (await desk.stored(3)).map(each => (each.points as unknown as Record<string, number>)['y1']!);
  expect(new Set(tops).size).toBe(1);
  // The menu by keyboard as well; Esc leaves the selection as it is.
  await desk.press('Shift+F10');
  await page.getByRole('menuitem', { name: /^Join/ }).waitFor();
  await desk.press('ArrowDown', 'ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
  await desk.press('Escape');
  await page.getByRole('menuitem', { name: /^Join/ }).waitFor({ state: 'detached' });
  await desk.press('Alt+Shift+H');
  const [one, two, three] = (await desk.stored(3)).map(each => each.points as unknown as Record<'x1' | 'x2', number>) as [Record<'x1' | 'x2', number>, Record<'x1' | 'x2', number>, Record<'x1' | 'x2', number>];
  expect(Math.abs(two.x1 - one.x2 - (three.x1 - two.x2))).toBeLessThan(0.05);

  const ids = async (): Promise<readonly unknown[]> => ((await desk.stored(3)) as readonly Shape[]).map(each => each['id']);
  const [first, second, third] = await ids();
  await desk.press('Escape');
  await desk.click([130, 115]);
  await desk.press('+');
  expect(await ids()).toEqual([second, third, first]);
  await desk.press('Control+ArrowDown');
  expect(await ids()).toEqual([second, first, third]);

  // The class of all of them, in one step.
  await desk.press('Control+Shift+a', '2');
  expect(new Set((await desk.stored(3)).map(each => each.className))).toEqual(new Set(['Leaf']));
  await desk.press('Control+z');
  expect(new Set((await desk.stored(3)).map(each => each.className))).toEqual(new Set(['Flower']));
  await desk.press('Escape');
  await page.getByRole('tab', { name: /^Classes/ }).click();
  await page.getByRole('button', { name: /^Flower/ }).click({ modifiers: ['Control'] });
  await desk.press('Delete');
  expect(await desk.stored(0)).toEqual([]);
  await desk.press('Control+z');
  expect(await desk.stored(3)).toHaveLength(3);
  // The panel is remembered; the tests that follow in this window begin with the objects.
  await page.getByRole('tab', { name: /^Objects/ }).click();
});

it('should paste in another tab and project, classes found by name', async () => {
  const { desk, visit } = await VectorDesk.open(site(), VERA, 'Copied from');
  await drawBox(desk, [100, 100], [200, 180]);
  await desk.press('2');
  await drawBox(desk, [300, 300], [380, 420]);
  await desk.press('v', 'Control+a', 'Control+c');
  const [, original] = await desk.stored(2);

  const { client } = desk;
  const { id: projectId } = await client.project('Pasted into');
  const { id: itemId } = await client.upload(projectId, 'field.png', await markedPicture());
  await client.classes(projectId, ['Bee', 'Leaf']);
  const page = await visit.tab();
  await page.goto(`/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  const other = await VectorDesk.onPage(page, client, projectId, itemId);
  await other.press('Control+Shift+v');
  const pasted = (await other.stored(2)) as readonly Shape[];
  expect(pasted.map(each => each.className)).toEqual([undefined, 'Leaf']);
  expect(pasted[1]!.points).toEqual(original!.points);
  await page.getByText(/no class “Flower”/).first().waitFor();
  await page.mouse.move(...other.screen([790, 590]), { steps: 3 });
  await other.press('Control+v');
  const clamped = ((await other.stored(4)) as readonly Shape[]).slice(2).map(each => each.points as unknown as Record<'x2' | 'y2', number>);
  expect(Math.max(...clamped.map(each => each.x2))).toBeLessThanOrEqual(800);
  expect(Math.max(...clamped.map(each => each.y2))).toBeLessThanOrEqual(600);
  await takePictures(other.page, 'vector op pasted');
});

it('should find classes by typing, for the next shape and for the selection, and fill in attributes by keyboard alone', async () => {
  const { desk } = await VectorDesk.open(site(), VERA, 'By keyboard');
  const { page, client, projectId } = desk;
  const values = ['Red', 'Green', 'Blue'].map(name => ({ name, default: 0 }));
  await client.call('POST', `/classes?project_id=${projectId}`, { classes: [...Array.from({ length: 14 }, (_, index) => ({ name: `Filler ${index}`, color: '#8F3985', type: 1, attribute_groups: [] })), { name: 'Zebra', color: '#22AA88', type: 1, attribute_groups: [{ name: 'Colour', group_type: 'radio', attributes: values }, { name: 'Parts', group_type: 'checklist', attributes: values }, { name: 'Note', group_type: 'text', attributes: [] }] }] });
  await page.reload();
  const fresh = await VectorDesk.onPage(page, client, projectId, desk.itemId);
  await drawBox(fresh, [100, 100], [200, 180]);
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
  const [first] = (await fresh.stored(2)) as unknown as readonly { readonly className: string; readonly attributes: readonly { readonly name: string; readonly groupName: string }[]; readonly points: Record<'x1', number> }[];
  expect(first!.className).toBe('Zebra');
  expect(first!.attributes.map(({ name, groupName }) => `${groupName} ${name}`)).toEqual(['Colour Green', 'Parts Red', 'Parts Blue', 'Note striped']);
  // The last arrow moved the shape: the keyboard is back in the picture.
  expect(first!.points.x1).toBeCloseTo(fresh.image([100, 100])[0] + 1, 1);
});
