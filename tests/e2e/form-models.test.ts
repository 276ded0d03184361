import { afterAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { openSite } from '../support/browser.ts';
import { MODEL_KEY, modelServer } from '../support/model-server.ts';
import { lead } from '../support/windows.ts';
import { fieldAt, formReady, makeForm, openForm, saveForm } from './form-filling-steps.ts';
import { pick } from './form-steps.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@form-models.test';
const upstream = await modelServer();
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });
afterAll(() => upstream.close());

const models = (): string => `/t/${site().teamId}/models`;
const MODELS = [
  ['Fast', 'echo'],
  ['Careful', 'slow-60'],
  ['Broken', 'fail-500'],
] as const;
const form = (chat: object, more: readonly object[] = []): object => ({
  components: [{ id: 'talk', type: 'chat', label: 'Talk', value: [], ...chat }, ...more],
  code: '',
  environments: [],
  meta: {},
  readme: '',
});

interface Answered {
  readonly role: string;
  readonly content: string;
  readonly model?: string;
  readonly rank?: number;
  readonly chosen?: boolean;
  readonly cost?: number;
  readonly latency_ms?: number;
  readonly run_id?: number;
  readonly stopped?: boolean;
  readonly usage?: { readonly output_tokens: number };
}

/** The models that are not there yet, with a credential of their own. */
async function made(): Promise<void> {
  const client = await site().client(NORA);
  const { models: there } = await client.call<{ readonly models: readonly { readonly name: string }[] }>(
    'GET',
    '/models',
  );
  const missing = MODELS.filter(([name]) => !there.some(each => each.name === name));
  if (missing.length === 0) return;
  const { id } = await client.call<{ readonly id: number }>('POST', '/models/credentials', {
    name: 'By call',
    provider: 'compatible',
    base_url: upstream.url,
    key: MODEL_KEY,
  });
  for (const [name, model] of missing)
    await client.call('POST', '/models', { name, model, credential_id: id, price_in: 100, price_out: 200 });
}

/** Makes a model by the screen. */
async function newModel(page: Page, name: string, model: string): Promise<void> {
  await page.getByRole('button', { name: 'New model' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'New model' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog
    .getByRole('textbox', { name: 'Model', exact: true })
    .or(dialog.getByRole('combobox', { name: 'Model', exact: true }))
    .first()
    .fill(model);
  await dialog.getByRole('textbox', { name: 'Dollars per million tokens in' }).fill('100');
  await dialog.getByRole('textbox', { name: 'Dollars per million tokens out' }).fill('200');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText(`${name} is saved.`).waitFor();
}

it('should be connected by an admin: a key that is tried and never shown, a model, and a first answer', async () => {
  const { page } = await site().signedIn(NORA, models());
  const bodies: string[] = [];
  page.on(
    'response',
    response =>
      void response.text().then(
        text => bodies.push(text),
        () => undefined,
      ),
  );
  await page.getByText('Connect your first model in two steps').waitFor();
  expect(await faults(page, 'models empty')).toEqual([]);
  await page.getByRole('button', { name: 'Add an API key' }).click();
  await page.getByRole('button', { name: 'New credential' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New credential' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Our server');
  await pick(page, 'Provider', 'OpenAI-compatible');
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(upstream.url);
  await dialog.getByRole('textbox', { name: 'Key' }).fill(MODEL_KEY);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Our server is saved.').waitFor();
  await page.getByText(/Works, /).waitFor();
  expect(await faults(page, 'models credentials')).toEqual([]);

  await lead(page, models());
  await page.getByText('No model yet.').waitFor();
  await newModel(page, 'Fast', 'echo');
  await page.getByRole('button', { name: 'Try it: Fast' }).click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Good morning');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('You said: Good morning').waitFor();
  await page.getByText(/12 tokens in, 4 out, \$0\.002, /).waitFor();
  await lead(page, `${models()}/log`);
  await page
    .getByRole('cell', { name: 'Try it' })
    .or(page.getByRole('cell', { name: 'Fast' }))
    .first()
    .waitFor();
  expect(await faults(page, 'models log')).toEqual([]);
  expect(bodies.filter(each => each.includes(MODEL_KEY))).toEqual([]);
  expect(bodies.length).toBeGreaterThan(10);
});

it('should be chosen in the builder, answer side by side in a form, be asked again, compared, stopped, kept with cost and time, and fill a field by a button in one step of undo', async () => {
  await made();
  const { stored, projectId, itemId, path } = await makeForm(
    site(),
    NORA,
    'Compare',
    form({ models: ['Fast', 'Careful'], blind: true }, [
      { id: 'other', type: 'chat', label: 'Other', value: [], models: ['Broken'] },
      { id: 'long', type: 'chat', label: 'Long', value: [], models: ['Careful'] },
      { id: 'question', type: 'textarea', label: 'Question', value: '', max: 4000 },
      {
        id: 'ask',
        type: 'button',
        text: 'Summarise',
        model: 'Careful',
        prompt: 'Sum up: {question}',
        output: 'answer',
      },
      { id: 'answer', type: 'textarea', label: 'Answer', value: '', max: 4000 },
    ]),
  );
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${projectId}/setup/form`);
  await page.locator('[data-component="other"]').click();
  await page
    .getByRole('textbox', { name: 'Models', exact: true })
    .or(page.getByRole('combobox', { name: 'Models', exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Careful' }).waitFor();
  expect(await faults(page, 'form builder models')).toEqual([]);
  await page.keyboard.press('Escape');
  await lead(page, path);
  await formReady(page);
  const talk = fieldAt(page, 'talk');
  const say = async (text: string): Promise<void> => {
    await talk.getByRole('textbox', { name: 'Message of Talk' }).fill(text);
    await page.keyboard.press('Enter');
  };
  await say('What is a *lighthouse* good for?');
  // Both are named by letters while they answer and after it.
  for (const letter of ['A', 'B']) await talk.getByRole('group', { name: `Answer ${letter}` }).waitFor();
  await talk.getByRole('button', { name: 'Send' }).waitFor();
  await expect.poll(() => talk.getByText(/You said: What is a/).count()).toBe(2);
  await expect.poll(() => talk.getByText(/Fast|Careful/).count()).toBe(0);
  expect(await faults(page, 'form chat compared')).toEqual([]);
  await talk.getByRole('group', { name: 'Answers to message 1' }).focus();
  await page.keyboard.press('2');
  await talk.getByText('Answer B · best').waitFor();

  await talk.getByRole('button', { name: 'Change message 1 of Talk' }).click();
  await talk.getByRole('textbox', { name: 'Message 1 of Talk' }).fill('What is a buoy?');
  await talk.getByRole('button', { name: 'Regenerate' }).click();
  await page.getByText('all that follows are dropped').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).click();
  await expect.poll(() => talk.getByText('You said: What is a buoy?').count()).toBe(2);
  await talk.getByRole('radio', { name: 'Answer B: place 1' }).click();
  await saveForm(page);
  const lines = (await stored())['talk']![0]!.value as readonly Answered[];
  expect(lines.map(each => each.role)).toEqual(['user', 'assistant', 'assistant']);
  expect(
    lines
      .slice(1)
      .map(each => each.model)
      .toSorted(),
  ).toEqual(['Careful', 'Fast']);
  for (const each of lines.slice(1))
    expect(each).toMatchObject({
      content: 'You said: What is a buoy?',
      cost: expect.any(Number) as number,
      latency_ms: expect.any(Number) as number,
      run_id: expect.any(Number) as number,
      usage: { output_tokens: 6 },
    });
  expect(lines[2]).toMatchObject({ rank: 1, chosen: true });
  const client = await site().client(NORA);
  const log = await client.call<{
    readonly data: readonly { readonly item_id: number; readonly project_id: number; readonly state: string }[];
  }>('GET', '/models/runs?kind=run');
  expect(
    log.data.filter(each => each.item_id === itemId && each.project_id === projectId && each.state === 'done'),
  ).toHaveLength(4);

  // One that is stopped keeps its half, and one that failed says why.
  const long = fieldAt(page, 'long');
  await long
    .getByRole('textbox', { name: 'Message of Long' })
    .fill(`Count ${Array.from({ length: 60 }, (_, at) => at).join(' ')}`);
  await long.getByRole('button', { name: 'Send' }).click();
  await long
    .getByRole('group', { name: 'Careful' })
    .getByText(/You said: Count 0 1/)
    .waitFor();
  await long.getByRole('button', { name: 'Stop' }).click();
  await long.getByText(/· stopped$/).waitFor();
  await expect.poll(() => upstream.asked.at(-1)!.left).toBe(true);
  const other = fieldAt(page, 'other');
  await other.getByRole('textbox', { name: 'Message of Other' }).fill('Hello?');
  await page.keyboard.press('Enter');
  await other
    .getByRole('alert')
    .getByText(/has trouble of its own \(500\)/)
    .waitFor();
  expect(await faults(page, 'form chat failed')).toEqual([]);
  await other.getByRole('button', { name: 'Retry' }).click();
  await other.getByRole('alert').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await stored())['other']?.[0]?.value).toEqual([{ role: 'user', content: 'Hello?' }]);
  const data = await stored();
  const half = (data['long']![0]!.value as readonly Answered[])[1]!;
  expect([half.stopped, half.content.startsWith('You said: Count 0'), half.content.endsWith('59')]).toEqual([
    true,
    true,
    false,
  ]);

  await page.getByRole('textbox', { name: 'Question' }).fill('one two three');
  await page.getByRole('button', { name: 'Summarise' }).click();
  const answer = page.getByRole('textbox', { name: 'Answer', exact: true });
  await expect.poll(() => answer.inputValue()).toMatch(/^You said: Sum/);
  await expect.poll(() => answer.inputValue()).toBe('You said: Sum up: one two three');
  await expect.poll(() => answer.isEditable()).toBe(true);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect.poll(() => answer.inputValue()).toBe('');
  await expect.poll(() => page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('one two three');
});

it('should leave forms to be filled in by hand where the plugin is switched off', async () => {
  await made();
  const client = await site().client(NORA);
  const { organization } = await client.call<{ readonly organization: { readonly id: number } }>(
    'GET',
    `/api/v1/team/${site().teamId}`,
  );
  const plugin = (choice: string): Promise<unknown> =>
    client.call('PUT', `/api/v1/organizations/${organization.id}/plugins/language-models`, { choice });
  await plugin('off');
  try {
    const { page, stored } = await openForm(
      site(),
      NORA,
      'By hand',
      form({ models: ['Fast'] }, [
        { id: 'ask', type: 'button', text: 'Summarise', model: 'Fast', prompt: 'Hi', output: 'talk' },
      ]),
    );
    await page.getByText('Models are switched off here. Messages can be written by hand.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Summarise' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'New message of Talk' }).fill('Written by hand');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await saveForm(page);
    expect((await stored())['talk']![0]!.value).toEqual([{ role: 'user', content: 'Written by hand' }]);
  } finally {
    await plugin('on');
  }
});
