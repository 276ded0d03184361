import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { objects, store } from './pixel-steps.ts';
import { takePicture } from './screen-checks.ts';
import type { StoredText } from './text-steps.ts';
import { clickOn, dragOver, edgesOf, openText, textReady } from './text-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@text-editor.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });

const text = `🙂 Dr. Ada Moreau joined Helix Labs in Lyon on 3 May 2021. She leads the imaging team.
Helix Labs was founded by Noor Haddad, who had met Ada Moreau in Beirut.

אדה מורו הצטרפה להליקס בליון בשנת 2021
阿达·莫罗加入了里昂的赫利克斯实验室。
${Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of the long part, in which Helix Labs is named again.`).join('\n')}
`;

/** Returns the text of a stored span, its places counted in code points. */
const said = ({ start, end, className }: StoredText): string =>
  `${className} ${Array.from(text).slice(start, end).join('')}`;

it('should mark words with the pointer, count them in code points, keep them over a reload, and move their ends', async () => {
  const { page, stored } = await openText(site(), ANA, 'Marking', text);
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(error.message));
  // A little more than needed on one side, a little less on the other: whole words all the same.
  await dragOver(page, 'Ada Moreau');
  await objects(page, 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await dragOver(page, 'Helix Labs', { back: true });
  await objects(page, 2);
  await page.keyboard.press('3');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await page.keyboard.press('3');
  await clickOn(page, 'Lyon', { count: 2 });
  await objects(page, 3);
  await store(page);
  expect((await stored()).map(said)).toEqual(['Person Ada Moreau', 'Organisation Helix Labs', 'Place Lyon']);
  expect((await stored())[0]).toMatchObject({ start: 6, end: 16, type: 'entity' });
  await page.reload();
  await textReady(page);
  await objects(page, 3);
  await page.getByRole('option', { name: /Person Ada Moreau/ }).waitFor();
  // One step each, back and on again.
  await dragOver(page, 'Noor Haddad');
  await objects(page, 4);
  await page.keyboard.press('Control+z');
  await objects(page, 3);
  await page.keyboard.press('Control+Shift+z');
  await objects(page, 4);
  await clickOn(page, 'Noor Haddad');
  await page.keyboard.press('Delete');
  await objects(page, 3);
  expect(faults).toEqual([]);

  // The ends of a span are moved by keys and by its handles.
  const person = async (): Promise<string | undefined> => {
    await store(page);
    return (await stored()).map(said).find(each => each.startsWith('Person'));
  };
  await page.keyboard.press('Escape');
  await clickOn(page, 'Ada Moreau');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  expect(await person()).toBe('Person Dr. Ada Moreau joined');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  expect(await person()).toBe('Person Ada Moreau');
  const handle = (await page.locator('[data-end="end"]').boundingBox())!;
  const { right, middle } = await edgesOf(page, 'Helix Labs');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(right - 2, middle, { steps: 5 });
  await page.mouse.up();
  expect(await person()).toBe('Person Ada Moreau joined Helix Labs');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await person()).toBe('Person Dr. Ada Moreau');
});

it('should mark by keys alone, and a sentence by three clicks', async () => {
  const { page, stored } = await openText(site(), ANA, 'Keys', text);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  await objects(page, 1);
  await page.keyboard.press('Escape');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('/');
  await page.getByLabel('Find a class').fill('pla');
  await page.keyboard.press('Enter');
  await objects(page, 2);
  await page.getByLabel('Find a class').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await clickOn(page, 'founded', { count: 3 });
  await objects(page, 3);
  await store(page);
  expect((await stored()).map(said)).toEqual([
    'Person Ada Moreau',
    'Place Labs',
    'Person Helix Labs was founded by Noor Haddad, who had met Ada Moreau in Beirut.',
  ]);
  await page.keyboard.press('Control+z');
  await objects(page, 2);
  // By lines: beyond the first one to the beginning, over an empty line, and back to the second one.
  for (let line = 0; line < 3; line += 1) await page.keyboard.press('ArrowUp');
  for (let line = 0; line < 3; line += 1) await page.keyboard.press('ArrowDown');
  for (let line = 0; line < 2; line += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('2');
  await page.getByRole('button', { name: /^Organisation/, pressed: true }).waitFor();
  await objects(page, 3);
  await store(page);
  expect((await stored()).map(said)).toContain('Organisation Helix');
});

it('should mark single characters with Alt, scripts without spaces or from the right, and what an expression finds', async () => {
  const { page, stored } = await openText(site(), ANA, 'Scripts', text);
  await page.keyboard.down('Alt');
  await dragOver(page, 'orea');
  await page.keyboard.up('Alt');
  await objects(page, 1);
  await page.keyboard.press('Escape');
  // From the right to the left edge is from the begin to the end here.
  await dragOver(page, 'אדה מורו', { back: true });
  await objects(page, 2);
  await page.keyboard.press('Escape');
  await dragOver(page, '里昂');
  await objects(page, 3);
  await store(page);
  expect((await stored()).map(said)).toEqual(['Person orea', 'Person אדה מורו', 'Person 里昂']);
  await takePicture(page, 'text scripts');

  // Expressions are found, and marked one by one or all.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+f');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await page.getByLabel('Find in the text').fill(String.raw`Line \d*7 `);
  await page.getByText('1 / 6').waitFor();
  await page.getByLabel('Find in the text').press('Control+Enter');
  await objects(page, 4);
  await page.getByText('2 / 6').waitFor();
  await page.getByRole('button', { name: 'Annotate all matches' }).click();
  await objects(page, 9);
  await page.getByLabel('Find in the text').fill('(');
  await page.getByText(/Missing closing/).waitFor();
  await page.getByLabel('Find in the text').fill('(a+a+)+$$$$b');
  await page.getByText('None').waitFor();
  await page.keyboard.press('Escape');
  await store(page);
  expect(new Set((await stored()).map(said)).size).toBe(9);
});

it('should relate spans, mark all that says the same, and delete a span with its relations', async () => {
  const { page, stored } = await openText(site(), ANA, 'Relations', text);
  await dragOver(page, 'Ada Moreau');
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await dragOver(page, 'Helix Labs');
  await objects(page, 2);
  await clickOn(page, 'Ada Moreau');
  await page.keyboard.press('r');
  await clickOn(page, 'Helix Labs');
  await objects(page, 3);
  await store(page);
  const [person, firm, relation] = (await stored()) as readonly [StoredText, StoredText, StoredText];
  expect(relation).toMatchObject({ type: 'relationship', className: 'works for', from: person.id, to: firm.id });
  // The way back, by keys.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await clickOn(page, 'Helix Labs');
  await page.keyboard.press('r');
  await page.keyboard.press('2');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await objects(page, 4);
  await store(page);
  expect((await stored())[3]).toMatchObject({
    type: 'relationship',
    className: 'lives in',
    from: firm.id,
    to: person.id,
  });
  await page.keyboard.press('Control+z');
  await objects(page, 3);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await clickOn(page, 'Helix Labs');
  await page.keyboard.press('Control+Shift+f');
  await objects(page, 64);
  await page.keyboard.press('Control+z');
  await objects(page, 3);
  await page.keyboard.press('Control+Shift+z');
  await objects(page, 64);
  await page.locator('[data-relation]').first().waitFor({ state: 'attached' });
  await takePicture(page, 'text relations');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Delete');
  await objects(page, 62);
  await store(page);
  expect((await stored()).some(each => each.type === 'relationship')).toBe(false);
});

it('should be whole on the screen, in both themes and widths', async () => {
  const { page, client, projectId, itemId } = await openText(site(), ANA, 'Screen', text);
  await dragOver(page, 'Ada Moreau');
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await dragOver(page, 'Moreau joined Helix Labs');
  await page.keyboard.press('Escape');
  await dragOver(page, 'Helix Labs');
  await page.keyboard.press('Escape');
  await page.keyboard.press('3');
  await dragOver(page, 'Lyon');
  await clickOn(page, 'Ada', { occurrence: 0 });
  await page.keyboard.press('r');
  await clickOn(page, 'Lyon');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Add a tag' }).click();
  await page.getByRole('option', { name: 'Biography' }).click();
  await clickOn(page, 'Lyon');
  await page.keyboard.press('c');
  await page.getByLabel('Comment on this object').fill('Is this the town?');
  await page.getByLabel('Comment on this object').press('Control+Enter');
  await page.getByRole('tab', { name: /^Objects/ }).click();
  await page.keyboard.press('r');
  expect(await wholeScreenFaults(page, 'text relation')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+f');
  await page.getByLabel('Find in the text').fill('Helix');
  await page
    .getByRole('status')
    .filter({ hasText: /^1 \/ / })
    .waitFor();
  expect(await wholeScreenFaults(page, 'text editor')).toEqual([]);
  await page.keyboard.press('Escape');
  await store(page);
  const {
    document: { comments },
  } = await client.call<{ document: { comments: readonly object[] } }>(
    'GET',
    `/api/v1/project/${projectId}/item/${itemId}/editor`,
  );
  expect(comments).toMatchObject([{ start: 38, end: 42, correspondence: [{ text: 'Is this the town?' }] }]);
});
