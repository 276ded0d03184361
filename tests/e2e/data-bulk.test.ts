import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { pictures } from './screen-checks.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@data-bulk.test';
const ANTON = 'anton@data-bulk.test';
const QUINN = 'quinn@data-bulk.test';
const PETRA = 'petra@data-bulk.test';
const site = openSite(
  [NORA, ANTON, QUINN, PETRA].map(email => ({ email, name: `${email.split('@')[0]} North`, team: 'North' })),
  { stays: true },
);

/** More than are changed at once: a job does it. */
const MANY = 520;
let project: number;

it('should change all that match at once, with progress, and take it back', async () => {
  const client = await site().client(NORA);
  ({ id: project } = await client.project('Streets'));
  const items: { id: number }[] = [];
  for (let start = 0; start < MANY; start += 500)
    items.push(
      ...(await client.call<{ id: number }[]>('POST', '/image/ext-create', {
        project_id: project,
        upload_state: 3,
        images: Array.from({ length: Math.min(500, MANY - start) }, (_, at) => ({
          name: `street ${String(start + at).padStart(4, '0')}.jpg`,
          path: `https://example.org/${start + at}`,
        })),
        meta: {},
      })),
    );
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, {
    users: [
      { user_id: ANTON, user_role: 1 },
      { user_id: QUINN, user_role: 2 },
      { user_id: PETRA, user_role: 3 },
    ],
  });
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: items.slice(0, 3).map(each => each.id) },
    change: { kind: 'assign', value: ANTON },
  });
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: items.slice(0, 3).map(each => each.id) },
    change: { kind: 'assign', value: QUINN },
  });
  const numberOf = async (query: string): Promise<number> =>
    (await client.call<{ count: number }>('GET', `/api/v1/project/${project}/items?limit=1&${query}`)).count;

  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  await page.getByText('street 0000.jpg').waitFor();
  await page.locator('[data-item-list]').focus();
  await page.keyboard.press('Control+a');
  await page.getByText('520 items selected').waitFor();
  expect(await faults(page, 'data bulk bar')).toEqual([]);
  // One is taken out of the whole list.
  await page
    .getByRole('gridcell')
    .filter({ hasText: 'street 0001.jpg' })
    .click({ modifiers: ['Control'] });
  await page.getByText('519 of 520 items selected').waitFor();

  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name: 'Completed' }).click();
  const done = page.getByRole('status').filter({ hasText: '519 items moved.' });
  await done.waitFor();
  // Messages are above the bar, also where the window is narrow.
  await page.setViewportSize({ width: 1024, height: 720 });
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  await expect
    .poll(async () => {
      const [over, under] = [(await done.boundingBox())!, (await bar.boundingBox())!];
      return over.y + over.height <= under.y || over.x + over.width <= under.x;
    })
    .toBe(true);
  await pictures(page, 'data bulk message');
  expect([await numberOf('status=5'), await numberOf('status=1')]).toEqual([519, 1]);
  await page.getByRole('button', { name: /^Jobs/ }).click();
  const jobs = page.getByRole('dialog').filter({ hasText: 'Change the status of 519 items' });
  await jobs.getByText('519 items moved.').waitFor();
  // One is changed by somebody else before all is taken back.
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [items[0]!.id] },
    change: { kind: 'status', value: 3 },
  });
  await jobs.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('518 items brought back. 1 item was changed since and stays as it is.').first().waitFor();
  expect([await numberOf('status=5'), await numberOf('status=1'), await numberOf('status=3')]).toEqual([0, 519, 1]);
  await expect.poll(() => jobs.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

it('should set priority, categories and item fields from the menu, and delete after asking with the number, and bring everything back', async () => {
  const client = await site().client(NORA);
  await client.call('PUT', `/project/${project}/settings`, { settings: [{ attribute: 'CategorizeItems', value: 2 }] });
  await client.call('POST', `/services/work-management/api/v1/categories/bulk?project_id=${project}`, {
    bulk: [{ name: 'Shoes' }, { name: 'Bags' }],
  });
  await client.call('POST', `/services/explore/api/v1/custom/metadata/schema?project_id=${project}`, {
    data: { City: { type: 'string', enum: ['Ulm', 'Rome'] }, Grade: { type: 'number', maximum: 5 } },
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data?q=street%20001`);
  await page.getByText('street 0010.jpg').waitFor();
  const open = async (entry: string): Promise<void> => {
    await page.locator('[data-item-list]').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('10 items selected').waitFor();
    await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await open('Priority…');
  await page.getByRole('textbox', { name: 'Priority' }).fill('7.5');
  await page.getByRole('button', { name: 'Set priority' }).click();
  await page.getByText('10 items given a priority.').waitFor();

  await open('Categories…');
  await page.getByRole('combobox', { name: 'Categories' }).click();
  await page.getByRole('option', { name: 'Bags' }).click();
  await page.keyboard.press('Tab');
  expect(await faults(page, 'data bulk categories')).toEqual([]);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('10 items changed.').first().waitFor();

  await open('Item fields…');
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Grade' }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('9');
  await page.getByText('Must be at most 5.').waitFor();
  expect(await faults(page, 'data bulk metadata')).toEqual([]);
  await expect.poll(() => page.getByRole('button', { name: 'Set value' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Value' }).fill('4');
  await page.getByRole('button', { name: 'Set value' }).click();
  await expect
    .poll(
      async () =>
        (
          await client.call<{
            data: readonly {
              entropy_value: number;
              categories: readonly { category_name: string }[];
              custom_metadata: object;
            }[];
          }>('GET', `/api/v1/project/${project}/items?name=${encodeURIComponent('street 001')}&limit=1`)
        ).data[0],
    )
    .toMatchObject({ entropy_value: 7.5, categories: [{ category_name: 'Bags' }], custom_metadata: { Grade: 4 } });

  // Deleted after a question with the number, and restored.
  await lead(page, `/t/${site().teamId}/p/${project}/data?q=street%2000`);
  await page.getByText('street 0000.jpg').waitFor();
  await page.locator('[data-item-list]').focus();
  await page.keyboard.press('Control+a');
  await page.getByText('100 items selected').waitFor();
  await page.keyboard.press('Delete');
  await page
    .getByRole('dialog', { name: 'Delete 100 items?' })
    .getByRole('button', { name: 'Delete 100 items' })
    .click();
  const deleted = page.getByRole('status').filter({ hasText: '100 items deleted.' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('100 items brought back.').waitFor();
  await page.getByText('street 0000.jpg').waitFor();
});
