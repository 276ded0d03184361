import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { drawBox, pictureReady, pressPointer } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { pictures } from './screen-checks.ts';

const NORA = 'nora@submit.test';
const ANTON = 'anton@submit.test';
const QUINN = 'quinn@submit.test';
const site = openSite(
  [NORA, ANTON, QUINN].map(email => ({ email, name: `${email.slice(0, 4)} North`, team: 'North' })),
);

it('should submit, review and return items with the button that says so, one waiting item after the other', async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Submitting');
  const items: number[] = [];
  for (const name of ['a', 'b']) items.push((await client.upload(project, `${name}.png`, await markedPicture())).id);
  await client.call('POST', `/classes?project_id=${project}`, {
    classes: [
      { name: 'Flower', color: '#D7263D', type: 1, attribute_groups: [] },
      {
        name: 'Leaf',
        color: '#1B998B',
        type: 1,
        attribute_groups: [
          { name: 'Side', group_type: 'radio', isRequired: true, attributes: [{ name: 'Upper' }, { name: 'Lower' }] },
        ],
      },
    ],
  });
  for (const [email, role] of [
    [ANTON, 1],
    [QUINN, 2],
  ] as const) {
    await client.call('POST', `/api/v1/project/${project}/share/bulk`, {
      users: [{ user_id: email, user_role: role }],
    });
    await client.call('POST', `/api/v1/project/${project}/items/change`, {
      selection: { item_ids: items },
      change: { kind: 'assign', value: email },
    });
  }

  const { page, allow } = await site().signedIn(ANTON, `/t/${site().teamId}/p/${project}/item/${items[0]}`);
  // An item that is handed on is out of its annotator's sight, also while it is being fetched ahead.
  allow(/404 \(Not Found\)/);
  const placement = await pictureReady(page);
  await page.getByRole('button', { name: 'Active class: Flower' }).waitFor();
  // A digit right after drawing is about the object just drawn, and about what follows it.
  await drawBox(page, placement, [100, 100], [200, 200]);
  await page.keyboard.press('2');
  await page.getByRole('option', { name: /Leaf/ }).waitFor();
  await page.getByRole('button', { name: 'Active class: Leaf' }).waitFor();
  // Once the pointer is pressed, the digit is for the next object only.
  await pressPointer(page);
  await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Active class: Flower' }).waitFor();
  await page.getByRole('option', { name: /Leaf/ }).waitFor();

  await page.keyboard.press('Control+Enter');
  const blocker = page.getByRole('button', { name: 'Leaf #1: “Side” is required' });
  await blocker.waitFor();
  expect(await pictures(page, 'submit blocked')).toEqual([]);
  await blocker.click();
  await page.getByText('Upper', { exact: true }).click();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>(resolve => (answer = resolve));
  // On a busy machine the step of the second item may be asked for before that of the first.
  await page.route('**/items/change', async route => {
    const { selection } = route.request().postDataJSON() as { selection: { item_ids: number[] } };
    if (selection.item_ids.includes(items[0]!)) await answered;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('b.png', { exact: true }).first().waitFor();
  // The last one: nothing else waits, which is said after the step of the first one is answered.
  await pictureReady(page);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(url => !url.pathname.includes('/item/'));
  const allDone = page.getByText('All done: no other item of this project is waiting for you.');
  expect(await allDone.count()).toBe(0);
  answer();
  await allDone.waitFor();
  await page.close();

  const { page: review } = await site().signedIn(QUINN, `/t/${site().teamId}/p/${project}/item/${items[0]}`);
  await pictureReady(review);
  await review.getByRole('region', { name: 'Review' }).getByText('0 of 1 reviewed').waitFor();
  await review.getByRole('button', { name: 'Complete (1 to check)' }).waitFor();
  await review.keyboard.press('n');
  await review.keyboard.press('x');
  await review.getByRole('dialog', { name: 'Why is Leaf #1 disapproved?' }).waitFor();
  await review.keyboard.press('1');
  await review.getByRole('region', { name: 'Review' }).getByText('1 of 1 reviewed').waitFor();
  expect(await pictures(review, 'review by itself')).toEqual([]);
  await review.getByRole('button', { name: 'Return', exact: true }).click();
  await review.getByText('b.png', { exact: true }).first().waitFor();
  // The next item opens while the move is being stored.
  await expect
    .poll(async () => {
      const { item } = await client.call<{ item: { annotation_status: number } }>(
        'GET',
        `/api/v1/project/${project}/item/${items[0]}/editor`,
      );
      return item.annotation_status;
    })
    .toBe(4);
});
