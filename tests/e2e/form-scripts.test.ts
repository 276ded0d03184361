import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { fieldAt, formReady, makeForm, openForm, saveForm } from './form-filling-steps.ts';
import { workerAttacks } from './sandbox-attacks.ts';
import { Witness } from './sandbox-witness.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@form-scripts.test';
const BEN = 'ben@form-scripts.test';
const site = openSite(
  [
    { email: ANA, name: 'Ana North', team: 'North' },
    { email: BEN, name: 'Ben North', team: 'North' },
  ],
  { stays: true },
);

const conversation = [
  { id: 'question', type: 'input', label: 'Question', value: '' },
  { id: 'ask', type: 'button', text: 'Ask', variant: 'primary' },
  {
    id: 'answers',
    type: 'group',
    title: 'Answers',
    isTemplate: true,
    deletable: true,
    countable: true,
    children: [
      { id: 'answer', type: 'input', label: 'Answer', value: '' },
      { id: 'stars', type: 'rating', label: 'Stars', value: null, numberOfStars: 5 },
    ],
  },
  {
    id: 'verdict',
    type: 'input',
    label: 'Verdict',
    value: '',
    permissions: [{ roles: [1], statuses: 'all', visibility: 1 }],
  },
];
const formOf = (source: string, components: readonly object[] = conversation): object => ({
  components,
  code: [['__init__', source]],
  environments: [],
  meta: {},
  readme: '',
});
const SDK = "import { form, http, item, models, ui } from '@loupe/sdk/form';\n";

const editor = (page: Page) => page.locator('.monaco-editor textarea').first();
const answers = (page: Page): Promise<readonly string[]> =>
  page
    .locator('[data-group="answers"] [data-type="input"] input')
    .evaluateAll(all => all.map(each => (each as HTMLInputElement).value));

it('should be written with the fields of the form known, tried beside its code with variables, published, and run at the press of its button', async () => {
  const client = await site().client(ANA);
  const { id: project } = await client.project('Scripted', 8);
  const source = `import { env, form } from '@loupe/sdk/form';
form.on('ask', 'click', () => {
  form.set([...form.appendRow('answers'), 'answer'], \`\${env.WORD}, \${form.get('question')}\`);
  form.set('question', 42);
});
`;
  await client.call('POST', `/project/${project}/custom-editor-template`, {
    ...formOf(source, [...conversation, { id: 'again', type: 'button', text: 'Again' }]),
    environments: [
      { name: 'WORD', value: 'Hello', secure: false },
      { name: 'KEY', value: 'hidden', secure: true },
    ],
  });
  const { page } = await site().signedIn(ANA, `/t/${site().teamId}/p/${project}/setup/form`);
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Code', { exact: true }).click();
  await editor(page).waitFor();
  // What is missing is shown first, and put after what is there.
  await page.getByRole('button', { name: 'Add missing handlers' }).click();
  await page.getByRole('dialog').getByText("form.on('again', 'click', async path => {").waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.view-line', { hasText: "form.on('again'" }).waitFor();
  // A number is no text, and the editor knows that the field holds a text.
  const problems = page.getByRole('list', { name: 'Problems in scripts' }).getByRole('button');
  const problem = problems.filter({ hasText: /is not assignable/ });
  await problem.waitFor();
  expect(await problem.textContent()).toContain('__init__, line 4');
  expect(await wholeScreenFaults(page, 'form code with an error')).toEqual([]);
  await problem.click();
  await page.keyboard.press('End');
  for (let at = 0; at < '42);'.length; at += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type("'");
  await page.keyboard.press('End');
  await page.keyboard.type(');');
  await problem.waitFor({ state: 'detached' });

  // Beside it runs what was compiled last.
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText(/^Compiled in [\d.]+ s/).waitFor();
  const question = page.getByRole('textbox', { name: 'Question' });
  const ask = async (text: string, answer: string): Promise<void> => {
    await question.fill(text);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(async () => (await answers(page)).at(-1)).toBe(answer);
    await expect.poll(() => question.inputValue()).toBe('');
  };
  await ask('Ana', 'Hello, Ana');
  await page.getByRole('button', { name: 'Variables', exact: true }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'KEY' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'WORD' }).fill('Good day');
  await page.keyboard.press('Enter');
  await expect.poll(() => answers(page)).toEqual([]);
  await ask('Ben', 'Good day, Ben');
  expect(await wholeScreenFaults(page, 'form code beside its preview')).toEqual([]);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish version 2' }).click();
  await page.getByText('Version 2 is published.').waitFor();
  const { code } = await client.call<{ code: readonly (readonly [string, string])[] }>(
    'GET',
    `/project/${project}/custom-editor-template`,
  );
  expect(code[0]![1]).toContain("form.set('question', '');");
  expect(code[0]![1]).toContain("form.on('again'");

  const [{ id: item }] = await client.call<[{ id: number }]>('POST', '/image/ext-create', {
    project_id: project,
    team_id: site().teamId,
    upload_state: 3,
    images: [{ name: 'one' }],
    meta: {},
  });
  await lead(page, `/t/${site().teamId}/p/${project}/item/${item}`);
  await formReady(page);
  await ask('How hot?', 'Hello, How hot?');
  // One press is one step, whatever the script did.
  await page.locator('body').press('Control+z');
  await expect.poll(() => answers(page)).toEqual([]);
  await expect.poll(() => question.inputValue()).toBe('How hot?');
  await saveForm(page);
});

it('should let its hooks refuse a save and a step with their reason, also of a copy of one’s own, and leave alone what the role may not edit', async () => {
  const source = `${SDK}form.hook('beforeStatusChange', (from, to) => to !== 'QualityCheck' || form.rowCount('answers') > 0 || \`Add an answer before you leave \${from}.\`);
form.hook('beforeSave', () => form.get('question') !== 'never' || 'Never is no question.');
form.on('ask', 'click', () => { form.set('verdict', 'by the script'); form.set([...form.appendRow('answers'), 'answer'], item.role); });
ui.toast('The script has started.');`;
  const components = conversation.map(each => (each.id === 'question' ? { ...each, isRequired: true } : each));
  const { client, projectId, itemId, path } = await makeForm(site(), ANA, 'Gated', formOf(source, components));
  await client.call('POST', `/api/v1/project/${projectId}/share/bulk`, { users: [{ user_id: BEN, user_role: 1 }] });
  await client.call('PUT', `/api/v1/project/${projectId}/agreement/rule`, { people: 2 });
  await client.call('POST', `/api/v1/project/${projectId}/agreement/works`, { item_ids: [itemId], emails: [BEN] });
  const { page: own, allow } = await site().signedIn(BEN, path);
  await own.getByText('Your own copy · 0 of 2').waitFor();
  // Work that is saved before the script has started is not checked.
  await own.getByText('The script has started.').waitFor();
  const question = own.getByRole('textbox', { name: 'Question' });
  await question.fill('never');
  await own.keyboard.press('Control+s');
  await own.getByText('Not saved: Never is no question.').waitFor();
  await question.fill('');
  await own.keyboard.press('Control+Enter');
  await own.getByText('Add an answer before you leave InProgress.').waitFor();
  await own.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.poll(() => answers(own)).toEqual(['Annotator']);
  // The annotator may only read the verdict, and so may the script that works for them; no problem is reported that
  // they could not fix.
  await expect.poll(() => fieldAt(own, 'verdict').getByRole('textbox').inputValue()).toBe('');
  await expect.poll(() => own.getByText('may not change').count()).toBe(0);
  allow(/status of 409/);
  await own.keyboard.press('Control+Enter');
  await own.getByText(/“Question” is empty/).waitFor();
  await question.fill('x');
  await own.keyboard.press('Control+Enter');
  await own.getByText('Submitted (1 of 2).').waitFor();
});

it('should show what is under way, be stopped, and go on', async () => {
  const source = `${SDK}form.on('ask', 'click', async () => { ui.busy(() => new Promise(() => {}), 'Asking the model…'); await new Promise(() => {}); });
form.on('fail', 'click', () => {
  throw new Error('No such thing');
});
form.on('question', 'change', (path, value) => { form.set([...form.appendRow('answers'), 'answer'], value); });`;
  const { page, allow } = await openForm(
    site(),
    ANA,
    'Runaway',
    formOf(source, [...conversation, { id: 'fail', type: 'button', text: 'fail' }]),
  );
  // The browser reports what a script throws as well.
  allow(/No such thing/);
  await page.getByRole('button', { name: 'fail', exact: true }).click();
  await page.getByText('The form’s script had an error. Your work is kept.').waitFor();
  await page.getByText(/__init__, line 4: No such thing/).waitFor();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText('Asking the model…').waitFor();
  expect(await wholeScreenFaults(page, 'form script busy')).toEqual([]);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('You stopped the form’s script.').waitFor();
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByText('You stopped the form’s script.').waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Question' }).fill('again');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await answers(page)).at(-1)).toBe('again');
  await saveForm(page);
});

it('should let nothing out, whatever its script tries', async () => {
  const witness = await Witness.open();
  onTestFinished(() => witness.close());
  const attacks = workerAttacks(witness);
  // Each attack for itself; what one gets at is shown in the form, which is the only way a script has.
  const source = `${SDK}const got: string[] = [];
${attacks.map(({ name, code }) => `try { new Function('transport', ${JSON.stringify(code)})({ send: message => got.push(${JSON.stringify(name)} + ': ' + message.leak) }); } catch {}`).join('\n')}
http.fetch('${witness.origin('by the SDK')}/a').catch(error => form.set('verdict', error.message));
form.on('ask', 'click', () => form.set('question', \`\${got.length} of ${attacks.length}: \${got.join()}\`));`;
  const client = await site().client(ANA);
  const { id: projectId } = await client.project('Attacks', 8);
  await client.call('POST', `/project/${projectId}/custom-editor-template`, formOf(source));
  const [{ id: itemId }] = await client.call<[{ id: number }]>('POST', '/image/ext-create', {
    project_id: projectId,
    team_id: site().teamId,
    upload_state: 3,
    images: [{ name: 'one' }],
    meta: {},
  });
  const visit = await site().signedIn(ANA, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  // Every refusal of the policy is expected.
  visit.allow(/./);
  await formReady(visit.page);
  await expect
    .poll(() => fieldAt(visit.page, 'verdict').getByRole('textbox').inputValue())
    .toContain('among the hosts that its scripts may reach');
  await saveForm(visit.page);
  await visit.page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect
    .poll(() => visit.page.getByRole('textbox', { name: 'Question' }).inputValue())
    .toBe(`0 of ${attacks.length}: `);
  expect(attacks.length).toBeGreaterThanOrEqual(25);
  expect(
    [...attacks.map(each => each.name), 'by the SDK', 'nobody'].flatMap(name =>
      witness.requestsOf(name).map(what => `${name}: ${what}`),
    ),
  ).toEqual([]);
}, 120_000);
