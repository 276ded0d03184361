import sharp from 'sharp';
import { Figures, percentile } from '../support/figures.mjs';
import { OWNER } from '../support/bench-server.mjs';
import { withPages } from '../support/list-page.mjs';
import { Hand } from './hand.mjs';
import { readyToDraw, toNextItem } from './open-items.mjs';

/**
 * A working day: a manager hands out 30 pictures, an annotator labels them, a reviewer completes them and returns every
 * fifth, which is corrected.
 */
const ITEMS = 30;
const BOXES = 100;
const RETURNED_EVERY = 5;
/** Pause of a person between drawing and submitting, in milliseconds. */
const LOOK_MS = 1000;
/** Words of the text that is annotated by keys. */
const WORDS = 2000;
const BARS = { box: 2.1, start: 2, next: 400 };
const PASSWORD = OWNER.password;
const ANA = 'ana@bench.test';
const QUINN = 'quinn@bench.test';

/** Options: `--database NAME`, `--built` when `dist` is fresh. */
export async function run(options) {
  const figures = new Figures('day');
  await withPages('day', options, async ({ server, browser, page }) => {
    const project = await seeded(server);
    const base = `${server.address}/t/${server.teamId}/p/${project}`;
    const person = async email => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const own = await context.newPage();
      own.setDefaultTimeout(30_000);
      own.on('pageerror', error => console.error(error.message));
      await own.goto(server.address);
      await own.getByLabel('E-mail').fill(email);
      await own.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await own.getByRole('button', { name: 'Sign in' }).click();
      await own.getByRole('heading', { name: 'My work' }).waitFor();
      return own;
    };
    const counts = [];
    const print = (name, hand, items) => {
      counts.push({ name, clicks: hand.clicks, keys: hand.keys });
      figures.print(`${name}: actions for each item`, hand.actions / items, 'actions', {
        clicks: hand.clicks,
        keys: hand.keys,
        items,
      });
    };

    const manager = new Hand(page);
    for (const email of [ANA, QUINN]) await handOut(manager, base, email);
    print('handing out', manager, ITEMS * 2);

    const ana = new Hand(await person(ANA));
    await ana.click(ana.page.getByRole('button', { name: /^(Start|Continue).*: Day$/ }));
    await readyToDraw(ana.page);
    figures.print('from the opened app to the first stroke on the next waiting item', ana.clicks, 'clicks', {
      bar: BARS.start,
    });
    figures.print('box with class and attribute', (await drawBoxes(ana, BOXES)) / BOXES, 'actions', {
      bar: BARS.box,
      n: BOXES,
    });
    await ana.page.waitForTimeout(LOOK_MS);
    const steps = [];
    for (let number = 1; number < ITEMS; number += 1) {
      steps.push(await toNextItem(ana.page, () => ana.press('Control+Enter')));
      await drawBoxes(ana, 2);
      // Nobody looks at a picture for less; the next one is loaded ahead meanwhile.
      await ana.page.waitForTimeout(LOOK_MS);
    }
    await ana.press('Control+Enter');
    await inStatus(server, project, 3, ITEMS);
    print('annotating', ana, ITEMS);
    const waits = steps.map(each => each.waited);
    const processor = steps.map(each => each.processor);
    figures.print('from Submit to the next item', percentile(waits, 0.95), 'ms', {
      bar: BARS.next,
      n: waits.length,
      median: Math.round(percentile(waits, 0.5)),
      longest: Math.round(Math.max(...waits)),
    });
    // What other work on the machine does not change.
    figures.print('from Submit to the next item, processor time of the page', percentile(processor, 0.95), 'ms', {
      n: processor.length,
      median: Math.round(percentile(processor, 0.5)),
    });

    const quinn = new Hand(await person(QUINN));
    await quinn.click(quinn.page.getByRole('button', { name: /^(Start|Continue).*: Day$/ }));
    const returned = await review(quinn, ITEMS, RETURNED_EVERY);
    await inStatus(server, project, 4, returned);
    print('reviewing', quinn, ITEMS);

    const again = new Hand(ana.page);
    await ana.page.goto(server.address);
    await again.click(ana.page.getByRole('button', { name: /^Continue.*: Day$/ }));
    await readyToDraw(ana.page);
    for (let number = 1; number < returned; number += 1) {
      await drawBoxes(again, 1);
      await toNextItem(ana.page, () => again.press('Control+Enter'));
    }
    await drawBoxes(again, 1);
    await again.press('Control+Enter');
    await inStatus(server, project, 3, returned);
    print('correcting', again, returned);

    const last = new Hand(quinn.page);
    await quinn.page.goto(server.address);
    await last.click(quinn.page.getByRole('button', { name: /^(Start|Continue).*: Day$/ }));
    await review(last, returned, Infinity);
    await inStatus(server, project, 5, ITEMS);
    print('completing', last, returned);
    await byKeysAlone(figures, server, page);
    figures.print(
      'the day in all',
      counts.reduce((sum, each) => sum + each.clicks + each.keys, 0),
      'actions',
      { items: ITEMS, people: 3 },
    );
  });
  return figures.held;
}

/** Annotates a text of 2 000 words without the pointer: what is found, and words by the caret. */
async function byKeysAlone(figures, server, page) {
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

/** All items to one person, from the list. */
async function handOut(hand, base, email) {
  const { page } = hand;
  await page.goto(`${base}/data`);
  await page.getByText('photo_00.png').first().waitFor();
  await page
    .getByText('photo_00.png')
    .first()
    .focus()
    .catch(() => undefined);
  await hand.press('Control+a');
  await hand.click(page.getByRole('button', { name: 'Assign', exact: true }));
  await hand.click(page.getByRole('dialog').getByText(email).first());
  await page
    .getByRole('status')
    .getByText(/assigned/)
    .waitFor();
}

/**
 * Boxes in rows at the top of the picture, each with its class and the value of its attribute; answers the actions it
 * took.
 */
async function drawBoxes(hand, count) {
  const { page } = hand;
  const { x, y, width, height } = await readyToDraw(page);
  const before = hand.actions;
  const objects = page.getByRole('tab', { name: /^Objects/ });
  const there = Number(/\d+/.exec(await objects.innerText())?.[0] ?? 0);
  await hand.press('b', '1');
  const [side, left, top] = [Math.min(width, height) / 34, x + width * 0.32, y + height * 0.2];
  for (let number = there; number < there + count; number += 1) {
    const [column, row] = [number % 20, Math.floor(number / 20)];
    const from = [left + column * side, top + row * side];
    await hand.drag(from, [from[0] + side * 0.7, from[1] + side * 0.7]);
    await hand.press(`Shift+${(number % 2) + 1}`);
  }
  await page.getByRole('tab', { name: `Objects ${there + count}`, exact: true }).waitFor();
  return hand.actions - before;
}

/** Approves each object and completes the item, or returns every `every`th; answers how many were returned. */
async function review(hand, items, every) {
  const { page } = hand;
  let returned = 0;
  for (let number = 1; number <= items; number += 1) {
    await readyToDraw(page);
    const bar = page.getByRole('region', { name: 'Review' });
    await bar.getByText(/\d+ of \d+ reviewed/).waitFor();
    const [, done, objects] = /(\d+) of (\d+) reviewed/.exec(await bar.innerText()).map(Number);
    const back = number % every === 0;
    // What was corrected was disapproved before.
    const issues = Number(/(\d+) issue/.exec(await bar.innerText())?.[1] ?? 0);
    if (done < objects) await hand.press('n');
    for (let object = done; object < objects; object += 1) await hand.press(back && object === done ? 'Shift+x' : 'a');
    await bar.getByText(`${objects} of ${objects} reviewed`).waitFor();
    for (let issue = 0; issue < issues; issue += 1) await hand.press('j', 'a');
    if (back) returned += 1;
    const act = () => hand.press(back ? 'Alt+Enter' : 'Control+Enter');
    if (number < items) await toNextItem(page, act);
    else await act();
  }
  return returned;
}

/** Waits until so many items are in a status. */
async function inStatus(server, project, status, count) {
  for (const until = Date.now() + 20_000; ;) {
    const { count: now } = await server.call('GET', `/api/v1/project/${project}/item-ids?status=${status}`, {
      as: 'browser',
    });
    if (now === count) return;
    if (Date.now() > until) throw new Error(`${now} items are in status ${status} instead of ${count}.`);
    await new Promise(resolve => setTimeout(resolve, 200));
  }
}

async function seeded(server) {
  const call = (method, path, body) => server.call(method, path, { as: 'browser', body });
  await server.member(ANA);
  await server.member(QUINN);
  const { id: project } = await call('POST', '/project', { name: 'Day', type: 1 });
  await call('POST', `/classes?project_id=${project}`, {
    classes: [
      {
        name: 'Car',
        color: '#D7263D',
        type: 1,
        attribute_groups: [
          { name: 'State', group_type: 'radio', attributes: [{ name: 'parked' }, { name: 'moving' }] },
        ],
      },
    ],
  });
  await call('POST', `/api/v1/project/${project}/share/bulk`, {
    users: [
      { user_id: ANA, user_role: 1 },
      { user_id: QUINN, user_role: 2 },
    ],
  });
  for (let number = 0; number < ITEMS; number += 1)
    await server.call('PUT', `/api/v1/project/${project}/upload?name=photo_${String(number).padStart(2, '0')}.png`, {
      as: 'browser',
      body: await picture(number),
      headers: { 'content-type': 'application/octet-stream' },
    });
  return project;
}

/** A grey picture with a plain coloured middle. */
async function picture(number) {
  const middle = await sharp({
    create: { width: 300, height: 300, channels: 3, background: number % 2 === 0 ? '#e04040' : '#40a040' },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#808080' } })
    .composite([{ input: middle, gravity: 'centre' }])
    .png()
    .toBuffer();
}
