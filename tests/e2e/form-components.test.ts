import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { fieldAt, openForm, saveForm } from './form-filling-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@form-components.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });

const options = ['A', 'B', 'C'].map(value => ({ value, checked: false }));
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const form = {
  components: [
    {
      id: 'head',
      type: 'header',
      children: [
        {
          id: 'title',
          type: 'paragraph',
          label: '',
          value: '**Review** the answer for [the guide](https://example.org/guide)',
        },
      ],
    },
    {
      id: 'tabs',
      type: 'tabs',
      children: [
        {
          id: 'one',
          name: 'Answers',
          children: [
            { id: 'pick', type: 'select', label: 'Pick', value: '', options },
            { id: 'many', type: 'select', label: 'Pick several', isMultiselect: true, value: [], options },
            { id: 'amount', type: 'slider', label: 'Amount', value: null, min: 0, max: 10, step: 1, suffix: ' kg' },
            {
              id: 'span',
              type: 'slider',
              label: 'Between',
              sliderType: 'rangeSlider',
              value: [2, 4],
              min: 0,
              max: 10,
              step: 1,
            },
            { id: 'count', type: 'number', label: 'Count', value: null, min: 0, max: 9, step: 1 },
            { id: 'day', type: 'dateTime', label: 'Day', value: '' },
            { id: 'hour', type: 'time', label: 'Hour', value: '' },
          ],
        },
        {
          id: 'two',
          name: 'Opinions',
          children: [
            { id: 'thumb', type: 'voting', label: 'Vote', value: null },
            { id: 'order', type: 'ranking', label: 'Order', value: [], options, allowTies: true },
            {
              id: 'better',
              type: 'compare',
              label: 'Which is better',
              left: 'pick',
              right: 'many',
              scale: 5,
              value: null,
            },
            {
              id: 'rubric',
              type: 'likertTable',
              label: 'Rubric',
              rows: ['Clear', 'True'],
              columns: ['1', '2', '3'],
              value: {},
            },
          ],
        },
      ],
    },
    { id: 'words', type: 'markdown', label: 'Words', value: '' },
    { id: 'source', type: 'code', label: 'Source', language: 'python', value: 'print(1)' },
    { id: 'talk', type: 'chat', label: 'Talk', value: [{ role: 'user', content: 'Hello' }] },
    {
      id: 'box',
      type: 'container',
      title: 'Media',
      collapsible: true,
      children: [
        { id: 'photo', type: 'image', label: 'Photo', alt: 'A dot', value: pixel },
        { id: 'page', type: 'url', label: 'Page', value: 'https://example.org/page' },
        { id: 'film', type: 'video', label: 'Film', value: 'https://example.org/film.mp4' },
      ],
    },
    {
      id: 'more',
      type: 'modal',
      title: 'More questions',
      children: [{ id: 'deep', type: 'input', label: 'Deep', value: '' }],
    },
    {
      id: 'follows',
      type: 'input',
      label: 'Why A?',
      value: '',
      showWhen: { match: 'all', conditions: [{ component: 'pick', operator: 'equals', value: 'A' }] },
    },
    { id: 'own', type: 'webComponent', label: 'Own', value: { kept: 1 } },
    { id: 'strange', type: 'hologram' },
    { id: 'line', type: 'divider', label: 'End' },
    { id: 'go', type: 'button', text: 'Go' },
  ],
  code: '',
  environments: [],
  meta: {},
  readme: '',
};

it('should have a control for every component, each within reach of the keyboard', async () => {
  const { page, allow, stored } = await openForm(site(), ANA, 'Catalogue', form);
  // The host of the film is not there: its place says so.
  allow(/status of 422/);
  await fieldAt(page, 'pick').getByRole('combobox').or(fieldAt(page, 'pick').getByRole('textbox')).first().click();
  await page.getByRole('option', { name: 'A', exact: true }).click();
  await page.getByRole('textbox', { name: 'Why A?' }).fill('because');
  await page.getByRole('slider', { name: 'Amount' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('textbox', { name: 'Count' }).fill('12');
  await page.keyboard.press('Tab');
  await fieldAt(page, 'count').getByText('12 is greater than the maximum of 9.').waitFor();
  await page.getByLabel('Hour', { exact: true }).fill('10:30');
  expect(await wholeScreenFaults(page, 'form components')).toEqual([]);
  await page.getByRole('tab', { name: 'Opinions' }).click();
  await fieldAt(page, 'thumb').getByRole('radio').first().focus();
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Rank C 1' }).click();
  await page.getByRole('button', { name: 'Rank A 2' }).click();
  await page.getByRole('button', { name: 'Tie with the one above' }).click();
  await page.getByRole('button', { name: 'Rank B 2' }).click();
  await fieldAt(page, 'better').getByRole('radio').first().focus();
  await page.keyboard.press('1');
  await page.getByRole('radio', { name: 'True: 1' }).focus();
  await page.keyboard.press('3');
  await fieldAt(page, 'words').getByRole('textbox').click();
  await page.keyboard.type('A ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await page.getByRole('textbox', { name: 'New message of Talk' }).fill('How are you?');
  await fieldAt(page, 'talk').getByRole('button', { name: 'Add' }).click();
  expect(await wholeScreenFaults(page, 'form opinions')).toEqual([]);
  await fieldAt(page, 'source').locator('.monaco-editor').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' # now');
  await page.getByRole('button', { name: 'More questions…' }).click();
  await page.getByRole('textbox', { name: 'Deep' }).fill('deep words');
  await page.keyboard.press('Escape');
  await page.getByText('“strange” is of the type “hologram”, which is not known here. Its value is kept.').waitFor();
  await page.getByRole('button', { name: 'Go' }).click();
  await saveForm(page);
  const data = Object.fromEntries(Object.entries(await stored()).map(([id, [only]]) => [id, only!.value]));
  expect(data).toMatchObject({
    pick: 'A',
    follows: 'because',
    amount: 2,
    count: 12,
    hour: '10:30',
    thumb: 0,
    order: [['C', 'A'], ['B']],
    better: -2,
    rubric: { True: '3' },
    words: 'A **bold**',
    source: 'print(1) # now',
    deep: 'deep words',
    span: [2, 4],
    own: { kept: 1 },
    talk: [
      { role: 'user', content: 'Hello' },
      { role: 'user', content: 'How are you?' },
    ],
  });
});

it('should show which answers differ from an earlier version, and how', async () => {
  const { page } = await openForm(
    site(),
    ANA,
    'Versions',
    {
      ...form,
      components: [
        { id: 'prompt', type: 'input', label: 'Prompt', value: '' },
        { id: 'other', type: 'input', label: 'Other', value: '' },
      ],
    },
    {
      document: {
        metadata: { name: 'conversation 1' },
        data: { prompt: { value: 'before' }, other: { value: 'same' } },
      },
    },
  );
  await page.getByRole('textbox', { name: 'Prompt' }).fill('after');
  await saveForm(page);
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByText('before → after').waitFor();
  await expect.poll(() => page.getByRole('listbox', { name: 'Differences' }).getByRole('option').count()).toBe(1);
});
