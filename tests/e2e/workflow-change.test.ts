import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pick } from './form-steps.ts';
import { takePicture } from './screen-checks.ts';

const NORA = 'nora@workflow-change.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

const MANY = 40;

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
  await client.call('POST', '/image/ext-create', {
    project_id: project,
    upload_state: 3,
    images: Array.from({ length: MANY }, (_, at) => ({ name: `${at}.jpg`, path: `https://example.org/${at}` })),
    meta: {},
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/workflow`);
  await page.getByRole('button', { name: 'Change workflow' }).click();
  await pick(page, 'New workflow', 'Two steps');
  await pick(page, /^NotStarted: 40 items|^Not started: 40 items/, 'Fresh');
  const saying = (text: string) => page.getByText(`${text}. Either all move or none.`).waitFor();
  // Each text stays until it was seen: the request waits for the first, the answer for the second.
  await page.route(
    url => url.pathname.endsWith(`/project/${project}/workflow`),
    async route => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await saying('Moving 40 items');
      const response = await route.fetch();
      await saying('Moved 40 of 40 items');
      await takePicture(page, 'workflow-moving');
      return route.fulfill({ response });
    },
  );
  await page.getByRole('button', { name: 'Change and move 40 items' }).click();
  await page.getByText('The workflow is changed, 40 items moved.').waitFor();
  const counts = await client.call<{ byStatus: Readonly<Record<string, number>> }>(
    'GET',
    `/api/v1/project/${project}/item-counts`,
  );
  expect(Object.values(counts.byStatus)).toEqual([MANY]);
});
