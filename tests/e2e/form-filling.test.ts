import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { assignForm, fieldAt, formReady, makeForm, openForm, saveForm } from './form-filling-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@form-filling.test';
const BEN = 'ben@form-filling.test';
const site = openSite(
  [
    { email: ANA, name: 'Ana North', team: 'North' },
    { email: BEN, name: 'Ben North', team: 'North' },
  ],
  { stays: true },
);

const options = ['A', 'B', 'Tie'].map(value => ({ value, checked: false }));
const conversation = {
  components: [
    {
      id: 'prompt',
      type: 'textarea',
      label: 'Prompt',
      isRequired: true,
      value: '',
      placeholder: 'Type the prompt',
      max: 4000,
    },
    {
      id: 'answers',
      type: 'group',
      title: 'Answers',
      isTemplate: true,
      deletable: true,
      countable: true,
      children: [
        {
          id: 'pair',
          type: 'grid',
          children: [
            {
              id: 'left',
              span: 16,
              children: [{ id: 'answer', type: 'input', label: 'Answer', isRequired: true, value: '' }],
            },
            {
              id: 'right',
              span: 8,
              children: [
                { id: 'stars', type: 'rating', label: 'Helpfulness', value: null, numberOfStars: 5 },
                {
                  id: 'faults',
                  type: 'checkbox',
                  label: 'Faults',
                  value: [],
                  layout: 'row',
                  options: [
                    { value: 'Wrong fact', checked: false },
                    { value: 'Unsafe', checked: false },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
    {
      id: 'better',
      type: 'radio',
      label: 'Better answer',
      hasTooltip: true,
      tooltip: 'Choose the answer you would send',
      isRequired: true,
      value: '',
      layout: 'row',
      options,
    },
  ],
  code: '',
  environments: [],
  meta: {},
  readme: '',
};

it('should be filled in by keys, row by row, its rows deleted, restored and moved, and commented on', async () => {
  const { page, stored, client, projectId, itemId } = await openForm(site(), ANA, 'Conversations', conversation);
  await page.keyboard.press('2');
  await expect.poll(() => page.getByRole('radio', { name: 'B', exact: true }).isChecked()).toBe(true);
  await page.locator('[data-form]').click({ position: { x: 4, y: 4 } });
  await page.keyboard.press('Tab');
  await page.keyboard.type('How hot?');
  await page.getByRole('button', { name: 'Add a row' }).first().click();
  await page.keyboard.type('one');
  await page.keyboard.press('Tab');
  await page.keyboard.press('4');
  await page.keyboard.press('Alt+Enter');
  await fieldAt(page, 'answers[1].answer').waitFor();
  await page.keyboard.type('two');
  await fieldAt(page, 'answers[1].faults').getByRole('checkbox').first().focus();
  await page.keyboard.press('1');
  await page.getByRole('radio', { name: 'A' }).focus();
  await page.keyboard.press('1');
  await saveForm(page);
  const data = await stored();
  expect(data['prompt']).toEqual([{ value: 'How hot?', element_path: ['prompt'] }]);
  expect(data['answer']!.map(each => each.value)).toEqual(['one', 'two']);
  expect(data['stars']).toMatchObject([{ value: 4, element_path: ['answers', 0, 'stars'] }]);
  expect(data['faults']).toMatchObject([{ value: ['Wrong fact'], element_path: ['answers', 1, 'faults'] }]);
  expect(data['better']).toMatchObject([{ value: 'A' }]);
  expect(await wholeScreenFaults(page, 'form conversation')).toEqual([]);

  const answers = (): Promise<readonly string[]> =>
    page.locator('[data-type="input"] input').evaluateAll(all => all.map(each => (each as HTMLInputElement).value));
  await page.getByRole('button', { name: 'Delete row 1' }).first().click();
  await expect.poll(answers).toEqual(['two']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(answers).toEqual(['one', 'two']);
  await fieldAt(page, 'answers[1].answer').getByRole('textbox').focus();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect.poll(answers).toEqual(['two', 'one']);

  // A comment on a field of a row, and one on chosen words: the first follows its row.
  const send = async (text: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'New comment' }).fill(text);
    await page.keyboard.press('Control+Enter');
    await page.getByText(text).first().waitFor();
  };
  await page.locator('[data-form]').click({ position: { x: 5, y: 5 } });
  await page.mouse.move(600, 840);
  await page.keyboard.press('c');
  await page.getByText('Click a field to comment on it. Esc cancels.').waitFor();
  await fieldAt(page, 'answers[1].answer').click();
  await send('Is this right?');
  await fieldAt(page, 'prompt').getByRole('textbox').selectText();
  await fieldAt(page, 'prompt').getByRole('button', { name: 'Comment on Prompt' }).click();
  await send('Too short');
  await fieldAt(page, 'answers[1].answer').getByRole('button', { name: '1 comment on Answer' }).waitFor();
  await page.getByRole('button', { name: 'Delete row 1 of Answers' }).click();
  await fieldAt(page, 'answers[0].answer').getByRole('button', { name: '1 comment on Answer' }).waitFor();
  await page.locator('body').press('Control+s');
  await expect
    .poll(async () => (await stored())['answer'])
    .toEqual([{ value: 'one', element_path: ['answers', 0, 'answer'] }]);
  const { document } = await client.call<{ document: { comments: readonly object[] } }>(
    'GET',
    `/api/v1/project/${projectId}/item/${itemId}/editor`,
  );
  expect(document.comments).toMatchObject([
    { element_path: ['answers', 0, 'answer'] },
    { element_path: ['prompt'], start: 0, end: 8 },
  ]);
});

it('should show what a role may only read and nothing of what is hidden from it, and bring the first empty required field into view when a step is refused', async () => {
  const rule = (visibility: number): object => ({ permissions: [{ roles: [1], statuses: 'all', visibility }] });
  const form = {
    ...conversation,
    components: [
      { id: 'verdict', type: 'input', label: 'Verdict', value: '', ...rule(1) },
      { id: 'secret', type: 'input', label: 'Secret', value: '', ...rule(2) },
      ...Array.from({ length: 25 }, (_, at) => ({ id: `line_${at}`, type: 'input', label: `Line ${at}`, value: '' })),
      ...conversation.components,
    ],
  };
  const made = await makeForm(site(), ANA, 'Roles', form, {
    document: { metadata: { name: 'conversation 1' }, data: { verdict: { value: 'good' }, secret: { value: 'hush' } } },
  });
  await assignForm(made, BEN);
  const { page } = await site().signedIn(BEN, made.path);
  await formReady(page);
  await expect.poll(() => page.getByRole('textbox', { name: 'Verdict' }).isDisabled()).toBe(true);
  await expect.poll(() => fieldAt(page, 'secret').count()).toBe(0);
  expect(await page.content()).not.toContain('hush');
  await page.getByRole('textbox', { name: 'Line 0' }).click();
  await page.keyboard.type('x');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/“Prompt” is empty; “Better answer” is empty/).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-path]')?.getAttribute('data-path')))
    .toBe('prompt');
  await fieldAt(page, 'prompt').getByText('This must be filled in.').waitFor();
  expect(await wholeScreenFaults(page, 'form refused')).toEqual([]);
  await page.keyboard.type('Now it is');
  await page.keyboard.press('Tab');
  // What is below has moved up by then.
  await fieldAt(page, 'prompt').getByText('This must be filled in.').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Tie' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Moved to Quality check.').waitFor();
  const { item } = await made.client.call<{ item: { annotation_status: number } }>(
    'GET',
    `/api/v1/project/${made.projectId}/item/${made.itemId}/editor`,
  );
  expect(item.annotation_status).toBe(3);
  expect(await made.stored()).toMatchObject({
    line_0: [{ value: 'x', element_path: ['line_0'] }],
    prompt: [{ value: 'Now it is' }],
    verdict: [{ value: 'good' }],
    secret: [{ value: 'hush' }],
  });
});

const publicForm = '../shared/data/multimodal/product_forms/multimodal_form/form.json';

it.skipIf(!existsSync(publicForm))('should fill in a public form and store what was typed', async () => {
  const { page, stored } = await openForm(
    site(),
    ANA,
    'Public form',
    JSON.parse(readFileSync(publicForm, 'utf8')) as object,
  );
  await fieldAt(page, 'r_v9duzy[0].r_q3j6wn').getByRole('textbox').click();
  await page.keyboard.type('Long');
  await fieldAt(page, 'r_v9duzy[0].r_vcemqe').getByRole('textbox').click();
  await page.keyboard.type('line');
  await fieldAt(page, 'r_v9duzy[0].r_dfgb9b').getByRole('radio').nth(1).focus();
  await page.keyboard.press('3');
  await fieldAt(page, 'r_a4o5pi')
    .getByRole('textbox', { name: /row 1, column 1$/ })
    .click();
  await page.keyboard.type('cell');
  await page.keyboard.press('Enter');
  await page.keyboard.type('below');
  await saveForm(page);
  expect(await stored()).toMatchObject({
    r_q3j6wn: [{ value: 'Long', element_path: ['r_v9duzy', 0, 'r_q3j6wn'] }],
    r_vcemqe: [{ value: 'line' }],
    r_dfgb9b: [{ value: 3 }],
    r_a4o5pi: [{ value: 'cell,,,\nbelow,,,\n,,,\n,,,', element_path: ['r_a4o5pi'] }],
  });
});
