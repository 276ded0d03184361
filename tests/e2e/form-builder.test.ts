import { readFileSync, existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@form-builder.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });
const PUBLIC_FORM = '../shared/data/multimodal/product_forms/multimodal_form/form.json';

interface Loose {
  readonly id: string;
  readonly type?: string;
  readonly children?: readonly Loose[];
  readonly [field: string]: unknown;
}

const open = (): Promise<SiteClient> => site().client(NORA);
const entry = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Components' }).getByRole('button', { name, exact: true });
const nodes = (page: Page, type: string) => page.locator(`[data-component][data-type="${type}"]`);
const properties = (page: Page) => page.getByRole('complementary', { name: 'Properties' });

/** Drags with the mouse, as a hand does: in steps, and held for a moment over where it is dropped. */
async function drag(
  page: Page,
  from: ReturnType<typeof nodes>,
  to: ReturnType<typeof nodes>,
  at: { readonly x: number; readonly y: number },
): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [source, target] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(source.x + 20, source.y + 10);
  await page.mouse.down();
  await page.mouse.move(source.x + 30, source.y + 16, { steps: 3 });
  const [x, y] = [target.x + target.width * at.x, target.y + target.height * at.y];
  await page.mouse.move(x, y, { steps: 8 });
  // A hand is never quite still; a driven browser reports a drag only when the mouse moves.
  const line = page.locator('[data-drop-line]');
  await expect
    .poll(async () => {
      await page.mouse.move(x + 1, y);
      await page.mouse.move(x, y);
      return line.isVisible();
    })
    .toBe(true);
  await page.mouse.up();
  await page.locator('[data-drop-line]').waitFor({ state: 'detached' });
}

it('should build a form by dragging, nest it, set it by typing, take steps back, publish it, and have its classes', async () => {
  const client = await open();
  const { id: project } = await client.project('Rated answers', 8);
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/form`);
  const canvas = page.locator('[data-form-canvas]');
  await canvas.waitFor();
  expect(await wholeScreenFaults(page, 'form builder empty')).toEqual([]);

  await drag(page, entry(page, 'Group'), canvas, { x: 0.5, y: 0.2 });
  await drag(page, entry(page, 'Rating'), nodes(page, 'group').locator('[data-holder]'), { x: 0.5, y: 0.5 });
  await drag(page, entry(page, 'Single choice'), canvas, { x: 0.5, y: 0.95 });
  await drag(page, entry(page, 'Text area'), nodes(page, 'group'), { x: 0.5, y: 0.02 });
  const order = (): Promise<readonly (string | null)[]> =>
    canvas
      .locator('[data-holder=""] > [data-component]')
      .evaluateAll(all => all.map(each => each.getAttribute('data-type')));
  expect(await order()).toEqual(['textarea', 'group', 'radio']);

  // What is typed: ids, labels, options.
  const panel = properties(page);
  await panel.getByRole('heading', { name: 'Text area' }).waitFor();
  await panel.getByRole('textbox', { name: 'Id', exact: true }).fill('prompt');
  await page.keyboard.press('Enter');
  await page.locator('[data-component="prompt"]').waitFor();
  await panel.getByRole('textbox', { name: 'Label', exact: true }).fill('Prompt');
  await panel.getByRole('checkbox', { name: 'Required' }).check();
  await nodes(page, 'radio').click();
  await panel.getByRole('heading', { name: 'Single choice' }).waitFor();
  await panel.getByRole('textbox', { name: 'Id', exact: true }).fill('better');
  await page.keyboard.press('Enter');
  await panel.getByRole('textbox', { name: 'Option 1' }).fill('A');
  await panel.getByRole('textbox', { name: 'Option 2' }).fill('Tie');
  await panel.getByRole('button', { name: 'Visibility' }).click();
  await panel.getByRole('button', { name: 'Add condition' }).click();
  await panel.getByRole('button', { name: 'Permissions' }).click();
  await panel.getByRole('button', { name: 'Add rule' }).click();
  expect(await wholeScreenFaults(page, 'form builder radio')).toEqual([]);
  await nodes(page, 'group').click({ position: { x: 60, y: 12 } });
  const title = panel.getByRole('textbox', { name: 'Title' });
  await title.fill('Answers');

  // Steps back take typing as a whole, and come again.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => title.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => title.inputValue()).toBe('Answers');

  // A component is dragged to another place.
  await drag(page, page.locator('[data-component="better"]'), page.locator('[data-component="prompt"]'), {
    x: 0.5,
    y: 0.1,
  });
  expect(await order()).toEqual(['radio', 'textarea', 'group']);

  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Everyone will use this version from now on.').waitFor();
  await page.getByText(/New classes/).waitFor();
  expect(await wholeScreenFaults(page, 'form builder publish')).toEqual([]);
  await page.getByRole('button', { name: 'Publish version 1' }).click();
  await page.getByText('Version 1 is published.').waitFor();
  const form = await client.call<{ components: readonly Loose[] }>('GET', `/project/${project}/custom-editor-template`);
  expect(form.components).toMatchObject([
    {
      id: 'better',
      type: 'radio',
      options: [{ value: 'A' }, { value: 'Tie' }],
      showWhen: { match: 'all', conditions: [{ component: 'prompt', operator: 'filled' }] },
      permissions: [{ roles: 'all', statuses: 'all', visibility: 1 }],
    },
    { id: 'prompt', type: 'textarea', label: 'Prompt', isRequired: true },
    { type: 'group', title: 'Answers', children: [{ type: 'rating' }] },
  ]);
  await lead(page, `/t/${site().teamId}/p/${project}/setup/classes`);
  await page.getByRole('option', { name: /better/ }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'New class' }).count()).toBe(0);
});

// Projects of a type whose editor is not installed can not be made.
it.skipIf(!existsSync('plugins/annotate/editor-form/manifest.ts'))(
  'should begin a new project with a template, and lead to the builder',
  async () => {
    const client = await open();
    const { page } = await site().signedIn(NORA, `/t/${site().teamId}/projects/new?type=8&step=general`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Ranked pictures');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('radio', { name: 'Begin from a template' }).check();
    await page.getByRole('radio', { name: /Image generation ranking/ }).click();
    expect(await wholeScreenFaults(page, 'form new project')).toEqual([]);
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.locator('[data-component="order"]').waitFor();
    const {
      data: [project],
    } = await client.call<{ data: readonly [{ id: number }] }>('GET', '/api/v1/projects?name=Ranked');
    expect(
      await client.call('GET', `/project/${project.id}/custom-editor-template`),
      'nothing is published yet',
    ).toEqual({});
  },
);

it('should build a form by the keyboard alone', async () => {
  const client = await open();
  const { id: project } = await client.project('By keys', 8);
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/form`);
  await page.getByRole('textbox', { name: 'Find a component' }).focus();
  const add = async (word: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Find a component' }).fill(word);
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Clear'))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  };
  const shape = (): Promise<unknown> =>
    page.evaluate(() => {
      const of = (holder: Element): unknown =>
        [...holder.querySelectorAll(':scope > [data-component]')].map(each => {
          const inside = each.querySelector(':scope > [data-holder]');
          return inside === null ? each.getAttribute('data-type') : { [each.getAttribute('data-type')!]: of(inside) };
        });
      return of(document.querySelector('[data-holder=""]')!);
    });
  await add('Text line');
  await add('Container');
  await add('Number');
  const canvas = page.locator('[data-form-canvas]');
  expect(await shape()).toEqual(['input', { container: ['number'] }]);
  await canvas.focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await shape()).toEqual(['input', 'number', { container: [] }]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowRight');
  expect(await shape()).toEqual(['number', { container: ['input'] }]);
  await page.keyboard.press('Control+d');
  await page.keyboard.press('Delete');
  expect(await shape()).toEqual(['number', { container: ['input'] }]);
  await page.keyboard.press('Control+z');
  expect(await shape()).toEqual(['number', { container: ['input', 'input'] }]);
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('End');
  await page.keyboard.press('Control+v');
  expect(await shape()).toEqual(['number', { container: ['input', 'input', 'number'] }]);
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+x');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Wrap in a group' }).waitFor();
  expect(await wholeScreenFaults(page, 'form builder menu')).toEqual([]);
  await page.getByRole('menuitem', { name: 'Wrap in a group' }).click();
  expect(await shape()).toEqual([{ group: [{ container: ['input', 'input', 'number'] }] }]);
  await page.keyboard.press('Control+s');
  await page.getByText('The draft is saved.').waitFor();
  const { draft } = await client.call<{ draft: { document: { components: readonly Loose[] } } }>(
    'GET',
    `/api/v1/project/${project}/form/draft`,
  );
  expect(draft.document.components.map(each => each.type)).toEqual(['group']);
});

it.skipIf(!existsSync(PUBLIC_FORM))('should take a public form and give it back equal', async () => {
  const client = await open();
  const given = JSON.parse(readFileSync(PUBLIC_FORM, 'utf8')) as object;
  const { id: project } = await client.project('Taken over', 8);
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/form`);
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  await page.locator('input[type=file]').setInputFiles(PUBLIC_FORM);
  await page
    .getByText('47 components.')
    .or(page.getByText(/components\./))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('[data-component="r_hf74r2"]').waitFor();
  expect(await wholeScreenFaults(page, 'form builder public form')).toEqual([]);
  await more.click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ]);
  expect(JSON.parse(readFileSync((await file.path())!, 'utf8'))).toEqual(given);
});
