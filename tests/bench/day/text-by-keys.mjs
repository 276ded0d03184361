import { Hand } from './hand.mjs';

/** Words of the text that is annotated by keys. */
const WORDS = 2000;

/** Annotates a text of 2 000 words without the pointer: what is found, and words by the caret. */
export async function byKeysAlone(figures, server, page) {
  const call = (method, path, body) => server.call(method, path, { as: 'browser', body });
  const { id: project } = await call('POST', '/project', { name: 'Words', type: 4 });
  await call('POST', `/classes?project_id=${project}`, { classes: [{ name: 'Person', color: '#D7263D', type: 1 }] });
  const line = 'The report of this day says that nothing was late.';
  const text = Array.from({ length: WORDS / 10 }, (_, at) => (at % 10 === 5 ? `Ada Moreau ${line.slice(15)}` : line));
  const { item } = await server.call('PUT', `/api/v1/project/${project}/upload?name=report.txt`, {
    as: 'browser',
    body: Buffer.from(text.join('\n')),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const hand = new Hand(page);
  await page.goto(`${server.address}/t/${server.teamId}/p/${project}/item/${item.id}`);
  await page.locator('[data-stage] [data-at]').first().waitFor();
  const objects = count => page.getByRole('tab', { name: `Objects ${count}`, exact: true }).waitFor();
  const named = text.filter(each => each.startsWith('Ada')).length;
  // Three words by the caret.
  for (let number = 0; number < 3; number += 1) {
    await hand.press('ArrowDown', 'Shift+ArrowRight', '1');
    await objects(number + 1);
    await hand.press('Escape');
  }
  await hand.press('Control+f');
  await page.getByLabel('Find in the text').waitFor();
  await hand.press(...'Ada Moreau'.split('').map(each => (each === ' ' ? 'Space' : each)));
  await page.getByText(`1 / ${named}`).waitFor();
  for (let number = 0; number < named; number += 1) {
    await hand.press('Control+Enter');
    await objects(number + 4);
  }
  await hand.press('Escape', 'Control+s');
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  figures.print('a text of 2 000 words: keys for each span', hand.keys / (named + 3), 'keys', {
    clicks: hand.clicks,
    spans: named + 3,
  });
}
