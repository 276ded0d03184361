import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { assignForm, fieldAt, formReady, makeForm, saveForm } from './form-filling-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@form-scores.test';
const ANTON = 'anton@form-scores.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

interface Given {
  readonly user_id: string;
  readonly value: number | string | null;
  readonly weight: number | null;
  readonly component_id: string | null;
}

it('should give scores in a form to who has the role, apart from the answers', async () => {
  const client = await site().client(NORA);
  const score = async (body: object): Promise<number> =>
    (await client.call<{ id: number }>('POST', '/services/work-management/api/v1/scores', body)).id;
  const stars = await score({ name: 'Care', type: 'rating', payload: { numberOfStars: 5 } });
  const points = await score({ name: 'Points', type: 'number', payload: { min: 0, max: 10, step: 1 } });
  const scoring = (id: number, name: string, weight = 1): object => ({
    id,
    name,
    weight,
    role: { id: 1, name: 'Annotator' },
  });
  const form = {
    components: [
      { id: 'answer', type: 'input', label: 'Answer', value: '' },
      {
        id: 'care',
        type: 'rating',
        label: 'Care',
        value: null,
        numberOfStars: 5,
        isRequired: true,
        scoring: scoring(stars, 'Care', 2),
      },
      {
        id: 'points',
        type: 'number',
        label: 'Points',
        value: null,
        min: 0,
        max: 10,
        step: 1,
        scoring: scoring(points, 'Points'),
      },
      { id: 'own', type: 'rating', label: 'No score', value: null, numberOfStars: 3 },
    ],
    code: '',
    environments: [],
    meta: {},
    readme: '',
  };
  const made = await makeForm(site(), NORA, 'Scored', form);
  const { page } = await site().signedIn(NORA, made.path);
  await formReady(page);
  await fieldAt(page, 'care').getByText('nobody has it').waitFor();
  await assignForm(made, ANTON);
  await page.reload();
  await formReady(page);
  const given = async (): Promise<readonly Given[]> =>
    (
      await client.call<{ data: readonly Given[] }>(
        'GET',
        `/services/scoring/api/v1/scores?project_id=${made.projectId}`,
      )
    ).data;
  await fieldAt(page, 'care').getByText(`Care of ${ANTON}`).waitFor();
  const four = page.getByRole('radio', { name: 'Care: 4 stars' });
  await page.locator(`label[for="${await four.getAttribute('id')}"]`).click();
  await fieldAt(page, 'points').getByRole('textbox', { name: 'Points' }).fill('7');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () =>
      (await given()).map(each => [each.user_id, each.value, each.weight, each.component_id]).toSorted(),
    )
    .toEqual([
      [ANTON, 4, 2, 'care'],
      [ANTON, 7, 1, 'points'],
    ]);
  await fieldAt(page, 'answer').getByRole('textbox').fill('Yes');
  await saveForm(page);
  expect(Object.keys(await made.stored())).toEqual(['answer']);
  expect(await wholeScreenFaults(page, 'form scores')).toEqual([]);
  await fieldAt(page, 'points').getByRole('button', { name: 'Clear' }).click();
  await expect
    .poll(async () => (await given()).find(each => each.component_id === 'points'))
    .toMatchObject({ value: null, weight: null });

  // The annotator is rated and gives nothing.
  const anton = await site().signedIn(ANTON, made.path);
  await formReady(anton.page);
  await fieldAt(anton.page, 'care').getByText('Who approves items gives it.').waitFor();
  await expect.poll(() => fieldAt(anton.page, 'care').getByRole('radio').count()).toBe(0);
}, 180_000);
