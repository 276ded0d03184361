import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { OpenedEditor } from './pixel-steps.ts';
import { click, drag, dragSlowly, objects, openEditor, store } from './pixel-steps.ts';
import { takePicture } from './screen-checks.ts';

const ANA = 'ana@pixel-editor.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });

const open = (name: string): Promise<OpenedEditor> => openEditor(site(), ANA, name);

it('should paint objects, go on with one, draw straight lines, erase, change the brush, and store exactly that', async () => {
  const { page, placement, controller } = await open('Brush');
  await page.keyboard.press('1');
  await drag(page, placement, [100, 100], [200, 100]);
  await objects(page, 1);
  await drag(page, placement, [100, 300], [200, 300]);
  await objects(page, 2);
  // Begins inside of the selected object: the same one.
  await drag(page, placement, [200, 300], [200, 400]);
  await page.keyboard.press('2');
  await page.keyboard.press('n');
  await click(page, placement, [400, 520]);
  await objects(page, 3);
  await click(page, placement, [600, 520], { modifiers: ['Shift'] });
  await takePicture(page, 'pixel brush');
  await store(page);
  const [first, second, third] = await controller.instances();
  expect([first!.className, second!.className, third!.className]).toEqual(['Flower', 'Flower', 'Leaf']);
  expect([first!, second!, third!].map(each => each.parts)).toEqual([
    [{ color: '#00000f' }],
    [{ color: '#00001e' }],
    [{ color: '#00002d' }],
  ]);
  expect(await controller.colorAt(150, 100)).toBe('#00000f');
  expect(await controller.colorAt(200, 350)).toBe('#00001e');
  expect(await controller.colorAt(500, 520)).toBe('#00002d');

  await page.keyboard.press('e');
  await drag(page, placement, [500, 480], [500, 560]);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  await store(page);
  expect(await controller.colorAt(500, 520)).toBeUndefined();
  expect(await controller.colorAt(450, 520)).toBe('#00002d');

  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  // The size by keys and by dragging, and Alt that erases while it is held.
  const size = page.locator('label', { hasText: 'Size' }).locator('output');
  await expect.poll(() => size.textContent()).toBe('24 px');
  for (let press = 0; press < 3; press += 1) await page.keyboard.press(']');
  await expect.poll(() => size.textContent()).toBe('32 px');
  await page.keyboard.press('[');
  await expect.poll(() => size.textContent()).toBe('29 px');
  await page.mouse.move(...placement.toScreen(100, 100));
  await page.keyboard.down('Alt');
  await page.mouse.down({ button: 'right' });
  const [x, y] = placement.toScreen(100, 100);
  await page.mouse.move(x + 20, y, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await page.keyboard.up('Alt');
  const grown = Number.parseInt((await size.textContent())!, 10);
  expect(Math.abs(grown - (29 + 40 / placement.scale))).toBeLessThan(2);
  await page.getByRole('button', { name: 'Square brush' }).click();
  await click(page, placement, [600, 90]);
  await objects(page, 4);
  await page.keyboard.down('Alt');
  await drag(page, placement, [600, 150], [600, 110]);
  await page.keyboard.up('Alt');
  await store(page);
  const colors = await controller.colors();
  // A square dab, and the stroke that erased took its lower part.
  expect(colors.get('#00003c')).toBeLessThan(grown * grown);
  // The brush is remembered; the tests that follow in this window paint with a small round one.
  await page.getByRole('button', { name: 'Round brush' }).click();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('[');
  await expect.poll(async () => Number.parseInt((await size.textContent())!, 10)).toBeLessThan(30);
});

it('should fill polygons, lassos and holes, take them away again, and grow, shrink, smooth, merge, split and move objects', async () => {
  const { page, placement, controller } = await open('Outlines');
  await page.keyboard.press('p');
  for (const corner of [
    [50, 50],
    [150, 50],
    [150, 140],
    [50, 140],
  ] as const)
    await click(page, placement, corner);
  await page.keyboard.press('Backspace');
  await click(page, placement, [50, 140]);
  await page.keyboard.press('Enter');
  await objects(page, 1);
  // A hole, drawn with the key that takes away.
  await page.keyboard.press('Shift+P');
  for (const corner of [
    [80, 80],
    [120, 80],
    [120, 110],
    [80, 110],
  ] as const)
    await click(page, placement, corner);
  await takePicture(page, 'pixel polygon erase');
  await click(page, placement, [80, 80]);
  await page.keyboard.press('l');
  await drag(page, placement, [250, 50], [350, 50], [350, 130], [250, 130], [250, 60]);
  await objects(page, 2);
  await store(page);
  expect(await controller.colorAt(60, 60)).toBe('#00000f');
  expect(await controller.colorAt(100, 95)).toBeUndefined();
  expect(await controller.colorAt(300, 90)).toBe('#00001e');
  const colors = await controller.colors();
  expect(Math.abs(colors.get('#00000f')! - (100 * 90 - 40 * 30))).toBeLessThan(300);
  expect(Math.abs(colors.get('#00001e')! - 100 * 80)).toBeLessThan(700);

  // Holes by the fill tool, and an area that goes.
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await drag(page, placement, [300, 470], [400, 470], [400, 550], [300, 550], [300, 470]);
  await objects(page, 3);
  await page.keyboard.press('k');
  await page.keyboard.down('Shift');
  await click(page, placement, [350, 510]);
  await page.keyboard.up('Shift');
  await objects(page, 3);
  await store(page);
  expect(await controller.colorAt(350, 510)).toBe('#00002d');
  await page.keyboard.down('Alt');
  await click(page, placement, [350, 510]);
  await page.keyboard.up('Alt');
  await objects(page, 2);

  // The two that are left change their shape.
  await page.keyboard.press('v');
  await click(page, placement, [300, 90]);
  await store(page);
  const before = await controller.colors();
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await page.keyboard.press('Shift+G');
  await store(page);
  const after = await controller.colors();
  expect(after.get('#00000f')).toBe(before.get('#00000f'));
  expect(after.get('#00001e')).toBeGreaterThan(before.get('#00001e')!);
  await click(page, placement, [60, 60], { modifiers: ['Control'] });
  await page.keyboard.press('m');
  await objects(page, 1);
  await page.keyboard.press('Shift+S');
  await page.keyboard.press('Alt+m');
  await objects(page, 2);
  await page.keyboard.press('Escape');
  await drag(page, placement, [300, 90], [300, 190]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await store(page);
  // A worker moves the pixels: the save that was asked for may have come before.
  await expect.poll(() => controller.colorAt(301, 235)).toBeDefined();
  expect(await controller.colorAt(300, 80)).toBeUndefined();
  expect(await controller.instances()).toHaveLength(2);
  await page.keyboard.press('Delete');
  await objects(page, 1);
  await page.keyboard.press('Control+z');
  await objects(page, 2);
});

it('should take areas of like colour with the wand, more the further it is dragged, and paint superpixels', async () => {
  const { page, placement, controller } = await open('Wand');
  await page.keyboard.press('w');
  await click(page, placement, [400, 300]);
  await objects(page, 1);
  await store(page);
  expect(await controller.colors()).toEqual(new Map([['#00000f', 400 * 300]]));
  await page.keyboard.press('Control+z');
  await objects(page, 0);
  // From grey into red: everything at a tolerance of half the range and more.
  await page.mouse.move(...placement.toScreen(400, 300));
  await page.mouse.down();
  const [x, y] = placement.toScreen(400, 300);
  await page.mouse.move(x + 200, y + 250, { steps: 8 });
  await page.getByText('Tolerance').first().waitFor();
  await takePicture(page, 'pixel wand');
  await page.mouse.up();
  await objects(page, 1);
  await store(page);
  expect(await controller.colors()).toEqual(new Map([['#00000f', 800 * 600]]));

  // Superpixels keep to the borders of the picture.
  await page.keyboard.press('Control+z');
  await objects(page, 0);
  await page.keyboard.press('s');
  // The picture is cut beside the page: a click paints once that is done.
  await expect
    .poll(async () => {
      await click(page, placement, [400, 300]);
      return page.getByRole('tab', { name: 'Objects 1', exact: true }).count();
    })
    .toBe(1);
  await takePicture(page, 'pixel superpixels');
  // Begun inside of what is selected, a drag adds to it.
  await dragSlowly(page, placement, [400, 300], [230, 170], [580, 170], [580, 430]);
  await objects(page, 1);
  await store(page);
  const painted = (await controller.colors()).get('#00000f')!;
  expect(painted).toBeGreaterThan(5000);
  // None of the grey around the red rectangle.
  for (const [px, py] of [
    [190, 170],
    [400, 140],
    [610, 300],
  ] as const)
    expect(await controller.colorAt(px, py)).toBeUndefined();
});

it('should keep to the overlap rule that is chosen, and take one object for each class in semantic mode', async () => {
  const { page, placement, controller } = await open('Overlap');
  const rule = page.getByRole('combobox', { name: 'Over other objects' });
  await page.keyboard.press('1');
  await click(page, placement, [300, 80]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('o');
  await expect.poll(() => rule.inputValue()).toBe('Empty pixels only');
  await page.keyboard.press('2');
  await drag(page, placement, [250, 80], [350, 80]);
  await store(page);
  expect(await controller.colorAt(300, 80)).toBe('#00000f');
  expect(await controller.colorAt(260, 80)).toBe('#00001e');
  await rule.click();
  await page.getByRole('option', { name: 'Remove touching parts' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await click(page, placement, [300, 75]);
  await store(page);
  // The stroke touched both: they are gone whole.
  expect([...(await controller.colors()).keys()]).toEqual(['#00002d']);
  await objects(page, 1);

  // One object for each class in semantic mode.
  await page.keyboard.press('v');
  await click(page, placement, [300, 75]);
  await page.keyboard.press('Delete');
  await objects(page, 0);
  await page.keyboard.press('b');
  await page.getByRole('combobox', { name: 'Objects', exact: true }).click();
  await page.getByRole('option', { name: 'Semantic' }).click();
  for (const [key, x] of [
    ['1', 60],
    ['1', 160],
    ['2', 260],
    ['1', 360],
  ] as const) {
    await page.keyboard.press(key);
    await click(page, placement, [x, 200]);
  }
  await objects(page, 2);
  await store(page);
  expect((await controller.instances()).map(each => [each.className, each.parts.length])).toEqual([
    ['Flower', 3],
    ['Leaf', 1],
  ]);
});
