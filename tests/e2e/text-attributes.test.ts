import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { objects, store } from './pixel-steps.ts';
import { takePictures } from './screen-checks.ts';
import { clickOn, dragOver, textReady } from './text-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@text-attributes.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });

const text = `Dr. Ada Moreau joined Helix Labs in Lyon on 3 May 2021. Dr. Moreau leads the imaging team of twenty people, who had worked in Geneva and in Turin for many years before, and is married to Noor Haddad.
Helix Labs was founded by Noor Haddad, who had met Ada Moreau in Beirut.
`;

interface Stored {
  readonly document: {
    readonly instances: readonly { readonly type: string; readonly attributes: readonly { readonly name: string }[] }[];
  };
}

/** Places of arcs that lie on words; arcs that pass between the rows have none. */
const arcsOnWords = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const words = [...document.querySelectorAll('[data-stage] [data-at]')].flatMap(each => {
      if (!(each.firstChild instanceof Text)) return [];
      const range = document.createRange();
      range.selectNodeContents(each.firstChild);
      return [...range.getClientRects()];
    });
    let on = 0;
    for (const arc of document.querySelectorAll<SVGPathElement>('[data-relation]')) {
      const { left, top } = arc.ownerSVGElement!.getBoundingClientRect();
      for (let at = 4; at < arc.getTotalLength() - 4; at += 2) {
        const { x, y } = arc.getPointAtLength(at);
        if (
          words.some(
            each =>
              left + x > each.left && left + x < each.right && top + y > each.top + 3 && top + y < each.bottom - 3,
          )
        )
          on += 1;
      }
    }
    return on;
  });

it('should ask attributes at the span, and lay nested names and relations in lanes beside the words', async () => {
  const client = await site().client(ANA);
  const { id: projectId } = await client.project('Attributes at the span', 4);
  const { id: itemId } = await client.upload(projectId, 'report.txt', Buffer.from(text));
  await client.call('POST', `/classes?project_id=${projectId}`, {
    classes: [
      {
        name: 'Person',
        color: '#D7263D',
        attribute_groups: [
          { name: 'Mention', group_type: 'radio', attributes: [{ name: 'Named' }, { name: 'Pronoun' }] },
          {
            name: 'Title',
            group_type: 'radio',
            isRequired: true,
            attributes: [{ name: 'Doctor' }, { name: 'None' }],
            shown_when: { group: 'Mention', values: ['Named'] },
          },
        ],
      },
      { name: 'Organisation', color: '#1B998B' },
      { name: 'Place', color: '#2E86AB' },
      { name: 'works for', color: '#7B4FBF', type: 3 },
    ],
  });
  const { page } = await site().signedIn(ANA, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  await textReady(page);
  const stored = async (): Promise<readonly string[]> => {
    await store(page);
    const { document } = await client.call<Stored>('GET', `/api/v1/project/${projectId}/item/${itemId}/editor`);
    return document.instances.flatMap(each => each.attributes.map(value => value.name));
  };

  await dragOver(page, 'Ada Moreau');
  await objects(page, 1);
  const popover = page.getByRole('region', { name: 'Attributes of the span' });
  await popover.getByText('Pronoun').waitFor();
  await expect.poll(() => popover.getByText('Doctor').count()).toBe(0);
  await popover.getByText('Named').click();
  await popover.getByText('Missing').waitFor();
  await takePictures(page, 'text attributes');
  await popover.getByText('Doctor').click();
  expect(await stored()).toEqual(['Named', 'Doctor']);
  await popover.getByText('Pronoun').click();
  await popover.getByText('Doctor').waitFor({ state: 'detached' });
  expect(await stored()).toEqual(['Pronoun']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  expect(await stored()).toEqual(['Named', 'Doctor']);
  await page.keyboard.press('Escape');
  await popover.waitFor({ state: 'detached' });

  await page.keyboard.press('2');
  // An inner span that begins with the outer one has a name of its own above it.
  for (const [words, digit] of [
    ['Helix Labs in Lyon', '2'],
    ['Helix', '1'],
    ['Lyon', '3'],
    ['Geneva', '3'],
    ['Turin', '3'],
    ['Noor Haddad', '1'],
  ] as const) {
    await page.keyboard.press('Escape');
    await page.keyboard.press(digit);
    await dragOver(page, words);
  }
  await objects(page, 7);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-label="Organisation"], [data-label="Person"]').count()).toBe(4);
  await page.keyboard.press('r');
  for (const [from, to] of [
    ['Ada Moreau', 'Lyon'],
    ['Ada Moreau', 'Geneva'],
    ['Turin', 'Geneva'],
    ['Noor Haddad', 'Ada Moreau'],
  ] as const) {
    await clickOn(page, from);
    await clickOn(page, to);
  }
  await objects(page, 11);
  await page.locator('[data-relation]').nth(3).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => arcsOnWords(page)).toBe(0);
  await takePictures(page, 'text lanes');
  expect(await wholeScreenFaults(page, 'text lanes')).toEqual([]);
});
