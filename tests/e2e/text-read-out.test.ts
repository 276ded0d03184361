import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { objects, store } from './pixel-steps.ts';
import { takePicture } from './screen-checks.ts';
import { clickOn, dragOver, textReady } from './text-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@text-read-out.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });
const paper = '../shared/data/pdf/tracemonkey.pdf';

interface Opened {
  readonly page: Page;
  readonly itemId: number;
  /** Lines of the report of an export about items that are left out. */
  leftOut(): Promise<readonly string[]>;
  /** The stored document. */
  document(): Promise<{
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly instances: readonly { readonly start: number; readonly end: number; readonly className?: string }[];
  }>;
}

async function open(name: string, files: readonly (readonly [string, Buffer])[]): Promise<Opened> {
  const client = await site().client(ANA);
  const { id: projectId } = await client.project(name, 4);
  await client.classes(projectId, ['Person', 'Organisation']);
  const ids: number[] = [];
  for (const [file, bytes] of files) ids.push((await client.upload(projectId, file, bytes)).id);
  const { page } = await site().signedIn(ANA, `/t/${site().teamId}/p/${projectId}/item/${ids[0]!}`);
  return {
    page,
    itemId: ids[0]!,
    leftOut: async () =>
      (
        await client.call<{ report: readonly string[] }>('POST', `/api/v1/project/${projectId}/exports/preview`, {
          format: 'brat',
        })
      ).report.filter(each => each.includes('left out')),
    document: async () =>
      (
        await client.call<{ document: Awaited<ReturnType<Opened['document']>> }>(
          'GET',
          `/api/v1/project/${projectId}/item/${ids[0]!}/editor`,
        )
      ).document,
  };
}

it.skipIf(!existsSync(paper))(
  'should read a PDF in the order of its columns, mark words of it, and find them at their places again',
  async () => {
    const { page, document, leftOut } = await open('Papers', [['paper.pdf', readFileSync(paper)]]);
    await textReady(page);
    await page.getByText('PDF text', { exact: true }).waitFor();
    const lines = await page.locator('[data-stage] [data-index]').allTextContents();
    expect(lines[0]).toBe('Trace-based Just-in-Time Type Specialization for Dynamic');
    // The left column goes on below its heading; the right one comes later.
    expect(lines.slice(lines.indexOf('Abstract'), lines.indexOf('Abstract') + 3)).toEqual([
      'Abstract',
      'Dynamic languages such as JavaScript are more difficult to com-',
      'pile than statically typed ones. Since no concrete type information',
    ]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await dragOver(page, 'Andreas Gal');
    await objects(page, 1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+f');
    await page.getByLabel('Find in the text').fill('sieve of Eratosthenes');
    await page
      .getByRole('search')
      .getByText(/^1 \/ /)
      .waitFor();
    await page.keyboard.press('Control+Enter');
    await objects(page, 2);
    await page.keyboard.press('Escape');
    await store(page);
    const titles = await page.getByRole('option').allTextContents();
    expect(titles.join('\n')).toMatch(/sieve of Eratosthenes[^]*Andreas Gal/);
    const before = await document();
    // Another digest is another text: spans of people would shift, so the version of the reading must be
    // another one as well.
    expect(before.metadata).toMatchObject({ reading: { of: 'pdf', version: 1, digest: 'd791a1119e1ee372' } });
    expect(before.metadata['contentLength']).toBe((before.metadata['reading'] as { readonly length: number }).length);
    // The server reads the same text, or it would leave the item out.
    expect(await leftOut()).toEqual([]);
    await page.reload();
    await textReady(page);
    await objects(page, 2);
    await page.getByRole('option', { name: /Andreas Gal/ }).waitFor();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(titles);
    await page.keyboard.press('Control+f');
    // The first words of the second page, below the mark between the pages.
    await page.getByLabel('Find in the text').fill('Hence, recording and compiling');
    await page
      .getByRole('search')
      .getByText(/^1 \/ /)
      .waitFor();
    await page.locator('[data-page="Page 2"]').waitFor();
    expect(await wholeScreenFaults(page, 'text pdf')).toEqual([]);
    // The printed pages are beside the text, at the page that is read.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show the printed pages beside the text' }).click();
    await page.locator('[data-page="2"][data-drawn="drawn"]').waitFor();
    await takePicture(page, 'text pdf page');
  },
);

it('should read a web page without running it, and mark words of it', async () => {
  const html = `<!doctype html><title>No</title><script>document.title = 'ran'</script><h1>Helix Labs</h1><p>Dr. <b>Ada</b> Moreau 🙂 &amp; Noor\n Haddad</p><ul><li>Lyon</li></ul><table><tr><td>a</td><td>b</td></tr></table>`;
  const { page, document, leftOut } = await open('Pages', [['page.html', Buffer.from(html)]]);
  await textReady(page);
  expect((await page.locator('[data-stage] [data-index]').allTextContents()).filter(each => each !== '')).toEqual([
    'Helix Labs',
    'Dr. Ada Moreau 🙂 & Noor Haddad',
    '• Lyon',
    'a\tb',
  ]);
  await dragOver(page, 'Noor Haddad');
  await objects(page, 1);
  await clickOn(page, 'Lyon', { count: 2 });
  await store(page);
  const text = 'Helix Labs\n\nDr. Ada Moreau 🙂 & Noor Haddad\n\n• Lyon\n\na\tb';
  const { metadata, instances } = await document();
  expect(Array.from(text).slice(instances[0]!.start, instances[0]!.end).join('')).toBe('Noor Haddad');
  expect(await leftOut()).toEqual([]);
  expect(metadata).toMatchObject({ contentLength: Array.from(text).length, reading: { of: 'html', version: 1 } });
  await page.getByRole('option', { name: /Person Noor Haddad/ }).waitFor();
});
