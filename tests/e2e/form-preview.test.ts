import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { fieldAt } from './form-filling-steps.ts';
import { pick } from './form-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@form-preview.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });
const form = {
  components: [
    { id: 'greeting', type: 'paragraph', value: 'Hello {{name}}' },
    {
      id: 'answer',
      type: 'input',
      label: 'Answer',
      value: '',
      isRequired: true,
      pattern: '[A-Z]{2}\\d+',
      message: 'Two letters and a number, please',
    },
    {
      id: 'verdict',
      type: 'radio',
      label: 'Verdict',
      value: '',
      options: [{ value: 'Good' }, { value: 'Bad' }],
      permissions: [{ roles: [1], statuses: 'all', visibility: 2 }],
    },
    {
      id: 'box',
      type: 'container',
      title: 'Pair',
      children: [
        { id: 'left', type: 'textarea', label: 'Left', value: '' },
        { id: 'stars', type: 'rating', label: 'Stars', value: null, numberOfStars: 5 },
      ],
    },
  ],
  code: '',
  environments: [],
  meta: {},
  readme: '',
};

it('should show the form as people fill it in, by role, save nothing, and put components as a snippet into another form', async () => {
  const client = await site().client(ANA);
  const { id } = await client.project('Preview', 8);
  await client.call('POST', `/project/${id}/custom-editor-template`, form);
  const { page } = await site().signedIn(ANA, `/t/${site().teamId}/p/${id}/setup/form`);
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Preview').click();
  const preview = page.getByRole('region', { name: 'Preview of the form' });
  await preview.getByText('Hello').waitFor();
  await page.getByRole('button', { name: 'Attached JSON' }).click();
  await page.getByRole('textbox', { name: /JSON that items have attached/ }).fill('{"name": "Ana"}');
  await preview.getByText('Hello Ana').waitFor();
  await pick(page, 'See as', 'QA');
  await preview.getByRole('radio', { name: /Good/ }).check();
  await fieldAt(page, 'answer').getByRole('textbox').fill('nope');
  await page.keyboard.press('Tab');
  await fieldAt(page, 'answer').getByText('Two letters and a number, please.').waitFor();
  await fieldAt(page, 'answer').getByRole('textbox').fill('AB12');
  await expect.poll(() => fieldAt(page, 'answer').getByText('Two letters').count()).toBe(0);
  expect(await wholeScreenFaults(page, 'form preview')).toEqual([]);
  await pick(page, 'See as', 'Annotator');
  await expect.poll(() => fieldAt(page, 'verdict').count()).toBe(0);
  await expect.poll(() => fieldAt(page, 'answer').getByRole('textbox').inputValue()).toBe('AB12');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => fieldAt(page, 'answer').getByRole('textbox').inputValue()).toBe('');
  expect((await client.call<{ draft?: object }>('GET', `/api/v1/project/${id}/form/draft`)).draft).toBeUndefined();

  // Components are kept as a snippet and put into another form.
  const { id: to } = await client.project('To', 8);
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Form').click();
  await page
    .locator('[data-component="box"]')
    .first()
    .click({ button: 'right', position: { x: 30, y: 10 } });
  await page.getByRole('menuitem', { name: 'Save as snippet' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Rated pair');
  await page.getByRole('checkbox', { name: /Everybody in the team/ }).check();
  expect(await wholeScreenFaults(page, 'form snippet')).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByRole('region', { name: 'Snippets' })
    .getByRole('button', { name: 'Rated pair', exact: true })
    .waitFor();
  await lead(page, `/t/${site().teamId}/p/${to}/setup/form`);
  await page.getByRole('region', { name: 'Snippets' }).getByRole('button', { name: 'Rated pair', exact: true }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('The draft is saved.').waitFor();
  const { draft } = await client.call<{
    draft: { document: { components: readonly { type: string; children: readonly { type: string }[] }[] } };
  }>('GET', `/api/v1/project/${to}/form/draft`);
  expect(draft.document.components.map(each => [each.type, each.children.map(child => child.type)])).toEqual([
    ['container', ['textarea', 'rating']],
  ]);
  expect(await wholeScreenFaults(page, 'form snippets')).toEqual([]);
  await page.getByRole('button', { name: 'Delete the snippet Rated pair' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.getByRole('region', { name: 'Snippets' }).count()).toBe(0);
}, 180_000);
