import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pick } from './form-steps.ts';
import { takePicture } from './screen-checks.ts';

const NORA = 'nora@workflow-change.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

const MANY = 4500;

it('should show how many items have moved while the workflow of a project is changed', async () => {
  const client = await site().client(NORA);
  await client.call('POST', '/services/work-management/api/v1/statuses', { name: 'Fresh' });
  await client.call('POST', '/api/v1/workflows/submit', {
    name: 'Two steps',
    raw_config: {
      roles: ['Annotator'],
      statuses: ['Fresh', 'Completed'],
      start_status: 'Fresh',
      allowed_resources_to_roles: { Annotator: { view_items: { statuses: ['Fresh'] } } },
      transitions: [{ name: 'Finish', from: 'Fresh', to: 'Completed', allowed_roles: ['Annotator'] }],
    },
  });
  const { id: project } = await client.project('Streets');
  for (let made = 0; made < MANY; made += 500) {
    await client.call('POST', '/image/ext-create', {
      project_id: project,
      upload_state: 3,
      images: Array.from({ length: 500 }, (_, at) => ({
        name: `${made + at}.jpg`,
        path: `https://example.org/${made + at}`,
      })),
      meta: {},
    });
  }
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/workflow`);
  await page.getByRole('button', { name: 'Change workflow' }).click();
  await pick(page, 'New workflow', 'Two steps');
  await pick(page, /^NotStarted: 4,500 items|^Not started: 4,500 items/, 'Fresh');
  // What is said for a moment only is written down as it comes.
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      const text = document.querySelector('[role="dialog"] [role="status"]')?.textContent ?? '';
      if (text !== '' && said.at(-1) !== text) said.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Change and move 4,500 items' }).click();
  const progress = page.getByText(/^Moved [\d,]+ of 4,500 items\. Either all move or none\.$/);
  await progress.waitFor();
  await takePicture(page, 'workflow-moving');
  await page.getByText('The workflow is changed, 4,500 items moved.').waitFor();
  const said = await page.evaluate(() => (window as unknown as { said: readonly string[] }).said);
  const numbers = said.flatMap(text => /^Moved ([\d,]+) of/.exec(text)?.[1]?.replace(',', '') ?? []).map(Number);
  expect(said[0]).toBe('Moving 4,500 items. Either all move or none.');
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers.every((each, at) => at === 0 || each > numbers[at - 1]!)).toBe(true);
  expect(numbers.every(each => each === MANY || (each % 2000 === 0 && each < MANY))).toBe(true);
  const counts = await client.call<{ byStatus: Readonly<Record<string, number>> }>(
    'GET',
    `/api/v1/project/${project}/item-counts`,
  );
  expect(Object.values(counts.byStatus)).toEqual([MANY]);
});
