import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@data-filters.test';
const ANTON = 'anton@data-filters.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

async function seed(): Promise<number> {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Streets', 1, {
    settings: [{ attribute: 'CategorizeItems', value: 1 }],
  });
  const items = await client.call<readonly { id: number; name: string }[]>('POST', '/image/ext-create', {
    project_id: project,
    upload_state: 3,
    images: Array.from({ length: 40 }, (_, at) => ({
      name: `street ${String(at).padStart(2, '0')}.jpg`,
      path: `https://example.org/${at}.jpg`,
    })),
    meta: {},
  });
  const ids = items.map(each => each.id);
  const {
    data: [bags],
  } = await client.call<{ data: readonly { id: number }[] }>(
    'POST',
    `/services/work-management/api/v1/categories/bulk?project_id=${project}`,
    { bulk: [{ name: 'Crossings' }, { name: 'Parks' }] },
  );
  await client.call('POST', `/items/bulk/setcategory?project_id=${project}`, {
    bulk: ids.slice(0, 5).map(item_id => ({ item_id, categories: [bags!.id] })),
  });
  await client.call('POST', `/services/explore/api/v1/custom/metadata/schema?project_id=${project}`, {
    data: { Weather: { type: 'string', enum: ['sun', 'rain'] }, Temperature: { type: 'number' } },
  });
  await client.call('POST', `/services/explore/api/v1/custom/metadata/item?project_id=${project}`, {
    data: Object.fromEntries(
      items.slice(0, 10).map(({ name }, at) => [name, { Weather: at % 2 === 0 ? 'sun' : 'rain', Temperature: at }]),
    ),
  });
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANTON, user_role: 1 }] });
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: ids.slice(0, 12) },
    change: { kind: 'assign', value: ANTON },
  });
  return project;
}

/** The project with its items, made once. */
let made: Promise<number> | undefined;
const seeded = (): Promise<number> => (made ??= seed());

it('should narrow the list by any field, keep the filters in the address, and take them away one by one or all at once', async () => {
  const project = await seeded();
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  const count = (number: number): Promise<void> =>
    page
      .locator('[aria-label="Items"] >> text=/^\\d+$/')
      .filter({ hasText: new RegExp(`^${number}$`) })
      .first()
      .waitFor();
  await count(40);

  // With the keyboard alone: field, value, apply.
  const add = async (field: string): Promise<void> => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Field' }).fill(field);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await add('Category');
  expect(await faults(page, 'data filter panel')).toEqual([]);
  await page.getByLabel('Crossings').check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await count(5);

  await add('Temperature');
  await page.getByRole('combobox', { name: 'Operator' }).click();
  await page.getByRole('option', { name: '>' }).click();
  await page.getByLabel('Value').fill('2');
  await page.keyboard.press('Enter');
  await count(2);
  await add('Added');
  await page.getByLabel('Value').fill('2020-01-01');
  await page.getByRole('combobox', { name: 'Operator' }).click();
  await page.getByRole('option', { name: 'after' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Added after 2020-01-01', exact: true }).waitFor();
  expect(await faults(page, 'data filters')).toEqual([]);

  const kept = new URL(page.url());
  await lead(page, '/nowhere');
  await page.getByText('There is no page at this address.').waitFor();
  await lead(page, kept.pathname + kept.search);
  await count(2);
  await page.getByRole('button', { name: 'Remove the filter Category is Crossings' }).click();
  await count(7);
  await page.getByRole('button', { name: 'Temperature > 2', exact: true }).click();
  await page.getByLabel('Value').fill('100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('No items match.').waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await count(40);

  // The next item in the editor is the next one of the list as it was filtered.
  await lead(
    page,
    `/t/${site().teamId}/p/${project}/data?where=${encodeURIComponent('custom_metadata.Weather||$in||rain')}`,
  );
  await count(5);
  const href = await page.locator('[data-item-list] a').first().getAttribute('href');
  expect(new URLSearchParams(new URL(href!, 'http://x').searchParams.get('from')!).getAll('where')).toEqual([
    'custom_metadata.Weather||$in||rain',
  ]);
});

it('should say what is wrong with a filter the server does not take, and let an annotator filter the own items, but add none', async () => {
  const project = await seeded();
  const { page, allow } = await site().signedIn(ANTON, `/t/${site().teamId}/p/${project}/data`);
  allow(/status of 400/);
  await page.getByText('My items').waitFor();
  for (const name of ['Upload', 'More ways to add', 'Attach URLs'])
    await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0);
  await lead(
    page,
    `/t/${site().teamId}/p/${project}/data?where=${encodeURIComponent('custom_metadata.Temperature||$gt||4')}`,
  );
  await page.getByRole('button', { name: 'Temperature > 4', exact: true }).waitFor();
  await page.getByText('street 09.jpg').first().waitFor();
  await expect.poll(() => page.getByText(/street \d\d\.jpg/).count()).toBe(5);
  await lead(page, `/t/${site().teamId}/p/${project}/data?where=${encodeURIComponent('secret||$eq||1')}`);
  await page.getByText('Invalid secret value').waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('street 11.jpg').first().waitFor();
});
