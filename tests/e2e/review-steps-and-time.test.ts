import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { pictures } from './screen-checks.ts';
import { VectorController } from './vector-controller.ts';

const OLA = 'ola@review-steps-and-time.test';
const site = openSite([{ email: OLA, name: 'Ola North', team: 'North' }], { stays: true });

it('should lead through basic steps with their class and values, then set the key points of a skeleton one after the other', async () => {
  const client = await site().client(OLA);
  const { id: project } = await client.project('Basic steps');
  const [flower, leaf] = (await client.classes(project, ['Flower', 'Leaf'])).map(each => each.id);
  const { id: item } = await client.upload(project, 'field.png', await markedPicture());
  await client.call('POST', `/project/${project}/workflow`, {
    steps: [
      { step: 1, class_id: leaf },
      { step: 2, class_id: flower },
    ],
  });
  const { page } = await site().signedIn(OLA, `/t/${site().teamId}/p/${project}/item/${item}`);
  const controller = await VectorController.onPage(page, client, project, item);
  await page.getByRole('tab', { name: 'Steps' }).click();
  await page.getByText('Step 1 of 2').waitFor();
  const draw = async (left: number): Promise<void> => {
    await controller.press('b');
    await controller.click([left, 100]);
    await controller.click([left + 100, 200]);
  };
  await draw(100);
  await page.keyboard.press('Enter');
  await page.getByText('Step 2 of 2').waitFor();
  await draw(300);
  await controller.press('PageUp');
  await page.getByText('Step 1 of 2').waitFor();
  await draw(500);
  await page.getByRole('tab', { name: 'Classes' }).click();
  const classes = page.getByRole('tabpanel');
  await classes.getByText('Leaf').waitFor();
  await expect.poll(() => classes.getByText('Flower').count()).toBe(0);
  await classes.getByRole('button', { name: 'Show all 2 classes' }).click();
  await classes.getByText('Flower').waitFor();
  await page.getByRole('tab', { name: 'Steps' }).click();
  expect(await pictures(page, 'steps basic')).toEqual([]);
  expect((await controller.stored(3)).map(each => each.className)).toEqual(['Leaf', 'Flower', 'Leaf']);

  // Key points follow one another by themselves.
  await controller.client.call('POST', `/api/v1/project/${controller.projectId}/uploadSteps`, {
    steps: {
      steps: [
        { id: 1, class_id: flower },
        { id: 2, class_id: leaf },
      ],
      connections: [[1, 2]],
    },
  });
  await page.reload();
  await pictureReady(page);
  await page.getByRole('tab', { name: 'Steps' }).click();
  await page.getByText('joined to 2').waitFor();
  await controller.press('.');
  for (const place of [
    [100, 350],
    [200, 400],
    [300, 350],
    [400, 400],
  ] as const)
    await controller.click(place);
  expect(await pictures(page, 'steps key points')).toEqual([]);
  expect((await controller.stored(7)).slice(3).map(each => each.className)).toEqual([
    'Flower',
    'Leaf',
    'Flower',
    'Leaf',
  ]);
});

it('should keep the time of the work, through a lost connection as well', async () => {
  const client = await site().client(OLA);
  const { id: projectId } = await client.project('Time');
  const { id: itemId } = await client.upload(projectId, 'field.png', await markedPicture());
  // A window of its own, since it gets a clock of its own: a minute behind, for the server takes no work of the future.
  const visit = await site().visit({ locale: 'en-US' });
  await site().admit(visit, OLA);
  const { page } = visit;
  await page.clock.install({ time: Date.now() - 60_000 });
  await page.goto(`/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  await pictureReady(page);
  const clock = page.getByRole('button', { name: /^Time on this item today/ });
  await clock.waitFor();
  const waiting = (): Promise<number> =>
    page.evaluate(
      () =>
        (
          JSON.parse(
            (Object.entries(localStorage).find(([key]) => key.startsWith('loupe_beats'))?.[1] as string) ?? '[]',
          ) as unknown[]
        ).length,
    );
  await visit.context.setOffline(true);
  visit.allow(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  for (let second = 0; second < 12; second += 1) {
    await page.mouse.move(200 + second * 10, 300);
    await page.clock.runFor(1_000);
  }
  expect(await waiting()).toBeGreaterThan(0);
  await visit.context.setOffline(false);
  await expect.poll(waiting).toBe(0);
  const midnight = new Date(Date.now() - 3_600_000).toISOString();
  const kept = await client.call<{ item: number; total: number }>(
    'GET',
    `/api/v1/project/${projectId}/activity/own?since=${midnight}&item_id=${itemId}`,
  );
  expect(kept.item).toBeGreaterThan(8_000);
  expect(kept.item).toBeLessThan(60_000);
  await clock.click();
  await page.getByText('This project, today').waitFor();
  expect(await pictures(page, 'time tracker')).toEqual([]);
});

it('should follow the rights of a person who loses one in the middle of the work', async () => {
  const { controller, visit } = await VectorController.open(site(), OLA, 'Rights');
  visit.allow(/403 \(Forbidden\)/);
  await controller.press('q');
  await controller.page
    .getByRole('region', { name: 'Review' })
    .getByRole('button', { name: 'Approve item', exact: true })
    .waitFor();
  // The server refuses from now on; the page learns it from the first refusal.
  await controller.page.route('**/annotation', route =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 403,
          contentType: 'application/json',
          body: JSON.stringify({ error: 'You may look at this item, but not annotate it.', code: 'FORBIDDEN' }),
        })
      : route.continue(),
  );
  let reloads = 0;
  await controller.page.route('**/editor', async route => {
    reloads += 1;
    const answer = await route.fetch();
    const body = (await answer.json()) as { readOnly: string | null; flags: Record<string, boolean> };
    await route.fulfill({
      response: answer,
      json: {
        ...body,
        readOnly: 'You may look at this item, but not annotate it.',
        flags: { ...body.flags, approveDisapproveAsset: false },
      },
    });
  });
  await controller.press('b');
  await controller.click([100, 100]);
  await controller.click([200, 200]);
  await controller.press('Control+s');
  await controller.page.getByText('You may look at this item, but not annotate it.').first().waitFor();
  await controller.page.getByRole('button', { name: 'Not reviewed' }).hover();
  await controller.page.getByText('You can’t approve items.').waitFor();
  expect(reloads).toBeLessThan(6);
});
