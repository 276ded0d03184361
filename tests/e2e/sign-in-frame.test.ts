import { expect, it } from 'vitest';
import { openSite, PASSWORD } from '../support/browser.ts';

const OLIVE = 'olive@sign-in-frame.test';
const site = openSite([{ email: OLIVE, name: 'Olive North', team: 'North' }]);
const FRAME = '**/auth-frame';

it('should have one frame for signing in, from the page’s own file, say at once that it does not come, and sign in when it does', async () => {
  const { page, allow } = await site().visit();
  allow(/auth-frame|ERR_/);
  const asked: string[] = [];
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/auth-frame') asked.push(request.url());
  });
  await page.goto('/');
  await page.getByLabel('E-mail').waitFor();
  expect(asked).toHaveLength(1);
  await expect.poll(() => page.locator('iframe').count()).toBe(1);
  expect(await (await page.request.get('/')).text()).toContain('<iframe src="/auth-frame"');
  const frame = await (await page.request.get('/auth-frame')).text();
  expect(await (await page.request.get('/services/auth/shared')).text()).toBe(frame);

  await page.route(FRAME, route => route.abort());
  await page.goto('/');
  await page.getByText('No connection to the server.').waitFor();
  await page.unroute(FRAME);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('E-mail').fill(OLIVE);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
});
