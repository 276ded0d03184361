import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { StoredInstance } from '../support/site-client.ts';
import { markedPicture } from './picture-on-screen.ts';
import { takePictures } from './screen-checks.ts';
import { VectorController } from './vector-controller.ts';

const VERA = 'vera@vector-operations.test';
const site = openSite([{ email: VERA, name: 'Vera North', team: 'North' }]);

type Places = readonly (readonly [number, number])[];

/** A stored object with the values of its attributes. */
interface Valued {
  readonly className?: string;
  readonly attributes: readonly { readonly name: string; readonly groupName: string }[];
  readonly points: Record<'x1', number>;
}

const square = (x: number, y: number, side: number): Places => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];

/** Square pixels a stored polygon without holes covers. */
function areaOf({ points }: StoredInstance): number {
  const ring = points as unknown as readonly number[];
  let doubled = 0;
  for (let at = 0; at < ring.length; at += 2)
    doubled += ring[at]! * ring[(at + 3) % ring.length]! - ring[(at + 2) % ring.length]! * ring[at + 1]!;
  return Math.abs(doubled) / 2;
}

/** Slices a polygon, has the parts aligned and joined by the menu, and simplifies another with a preview. */
async function changeOutlines(controller: VectorController): Promise<void> {
  const { page } = controller;
  const join = page.getByRole('menuitem', { name: /^Join/ });
  await controller.press('p');
  for (const place of square(100, 100, 200)) await controller.click(place);
  await controller.press('Enter', 'x');
  await controller.click([200, 80]);
  await controller.click([200, 320]);
  // The menu by keyboard, and by the pointer.
  await controller.press('v', 'Control+a', 'Shift+F10');
  await join.waitFor();
  await controller.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
  // Esc leaves the selection as it is.
  await controller.press('Escape');
  await join.waitFor({ state: 'detached' });
  await controller.press('Shift+F10');
  await page.getByRole('button', { name: 'Align left edges' }).click();
  // Keys belong to the menu until it is gone.
  await join.waitFor({ state: 'detached' });
  await controller.click([150, 200], [], 'right');
  await join.waitFor();
  await takePictures(page, 'vector op menu');
  await join.click();
  await join.waitFor({ state: 'detached' });

  await controller.press('p');
  await controller.drag(
    Array.from({ length: 20 }, (_, index) => [
      600 + Math.cos(index / 3.2) * 120,
      300 + Math.sin(index / 3.2) * 120 + (index % 2) * 2,
    ]),
  );
  await controller.press('Enter', 'Shift+S');
  const points = async (): Promise<readonly number[]> =>
    /(\d+) → (\d+) points/
      .exec((await page.getByText(/→ .* points/).textContent())!)!
      .slice(1)
      .map(Number);
  const [before] = await points();
  await controller.press(...Array.from({ length: 5 }, () => 'Shift+ArrowRight'));
  await expect.poll(async () => (await points())[1]).toBeLessThan(before!);
  const [, after] = await points();
  await takePictures(page, 'vector op simplify');
  await controller.press('Enter');
  const [joined, simplified] = await controller.stored(2);
  // Two halves one over the other.
  expect(Math.abs(areaOf(joined!) - 20_000)).toBeLessThan(600);
  expect((simplified!.points as unknown as readonly number[]).length / 2).toBe(after);
}

/** A project with other classes of which one has the same name, and its item open in another tab. */
async function otherProject(page: Page, { client }: VectorController): Promise<VectorController> {
  const { id: projectId } = await client.project('Pasted into');
  const { id: itemId } = await client.upload(projectId, 'field.png', await markedPicture());
  const values = ['Red', 'Green', 'Blue'].map(name => ({ name, default: 0 }));
  const named = (name: string, groups: readonly object[] = []): object => ({
    name,
    color: '#8F3985',
    type: 1,
    attribute_groups: groups,
  });
  await client.call('POST', `/classes?project_id=${projectId}`, {
    classes: [
      named('Bee'),
      named('Leaf'),
      ...Array.from({ length: 14 }, (_, index) => named(`Filler ${index}`)),
      named('Zebra', [
        { name: 'Colour', group_type: 'radio', attributes: values },
        { name: 'Parts', group_type: 'checklist', attributes: values },
        { name: 'Note', group_type: 'text', attributes: [] },
      ]),
    ],
  });
  await page.goto(`/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  return VectorController.onPage(page, client, projectId, itemId);
}

/** Chooses a class by a part of its name. */
async function findClass({ page }: VectorController, part: string): Promise<void> {
  await page.keyboard.press('/');
  await page.locator('[aria-label="Find a class"]:focus').waitFor();
  await page.keyboard.type(part);
  await page.keyboard.press('Enter');
  await page.getByLabel('Find a class').waitFor({ state: 'detached' });
}

it('should slice, arrange and simplify, paste in another project with classes found by name, and find classes and fill in attributes by keyboard alone', async () => {
  const { controller, visit } = await VectorController.open(site(), VERA, 'Copied from');
  await changeOutlines(controller);
  await controller.press('v', 'Escape', 'b', '2');
  await controller.drag([
    [300, 300],
    [380, 420],
  ]);
  await controller.press('v', 'Control+a', 'Control+c');
  const [, , leaf] = await controller.stored(3);

  const page = await visit.tab();
  const other = await otherProject(page, controller);
  await other.press('Control+Shift+v');
  await page
    .getByText(/no class “Flower”/)
    .first()
    .waitFor();
  const pasted = await other.stored(3);
  expect(pasted.map(each => each.className)).toEqual([undefined, undefined, 'Leaf']);
  expect(pasted[2]!.points).toEqual(leaf!.points);

  // For the selection, then for the next shape.
  await other.press('Escape');
  await other.click([340, 360]);
  await findClass(other, 'zeb');
  // The attributes of the class that was found are there before they are asked for.
  await page.getByText('Colour').first().waitFor();
  await other.press('Alt+a', '2', 'ArrowDown', '1', '3');
  await takePictures(page, 'vector op attributes');
  await other.press('ArrowDown');
  await page.keyboard.type('striped');
  // The last arrow moves the shape: the keyboard is back in the picture.
  await other.press('Enter', 'ArrowRight', 'Escape');
  await findClass(other, 'bee');
  await other.press('b');
  await other.drag([
    [420, 60],
    [460, 100],
  ]);
  const found = (await other.stored(4)).slice(2) as unknown as readonly [Valued, Valued];
  expect(found.map(each => each.className)).toEqual(['Zebra', 'Bee']);
  expect(found[0].attributes.map(({ name, groupName }) => `${groupName} ${name}`)).toEqual([
    'Colour Green',
    'Parts Red',
    'Parts Blue',
    'Note striped',
  ]);
  expect(found[0].points.x1).toBeCloseTo((leaf as unknown as Valued).points.x1 + 1, 1);

  // All of a class at once.
  await other.press('Escape');
  await page.getByRole('tab', { name: /^Classes/ }).click();
  await page.getByRole('button', { name: /^Bee/ }).click({ modifiers: ['Control'] });
  await other.press('Delete');
  expect((await other.stored(3)).map(each => each.className)).toEqual([undefined, undefined, 'Zebra']);
});
