import { Figures, percentile } from '../support/figures.mjs';
import { OWNER } from '../support/bench-server.mjs';
import { withPages } from '../support/list-page.mjs';
import { ANA, QUINN, seeded } from './day-project.mjs';
import { Hand } from './hand.mjs';
import { readyToDraw, toNextItem } from './open-items.mjs';
import { byKeysAlone } from './text-by-keys.mjs';
import { drawBoxes, handOut, inStatus, review } from './work-steps.mjs';

/**
 * A working day: a manager hands out 30 pictures, an annotator labels them, a reviewer completes them and returns every
 * fifth, which is corrected.
 */
const ITEMS = 30;
const BOXES = 100;
const RETURNED_EVERY = 5;
/** Pause of a person between drawing and submitting, in milliseconds. */
const LOOK_MS = 1000;
const BARS = { box: 2.1, start: 2, next: 400 };
/** `submit` is the first stage of the day. The day takes about four minutes on two cores, the others one to two. */
const PARTS = ['boxes', 'submit', 'day', 'text'];

/**
 * Options: `--part NAME` takes one part alone, `--items N` another number of pictures, `--database NAME`, `--built`
 * when `dist` is fresh.
 */
export async function run(options) {
  const option = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const part = option('--part');
  const items = Number(option('--items') ?? ITEMS);
  if (part !== undefined && !PARTS.includes(part)) throw new Error(`--part is one of ${PARTS.join(', ')}.`);
  const figures = new Figures('day');
  await withPages('day', options, async ({ server, browser, page }) => {
    await server.member(ANA);
    await server.member(QUINN);
    const day = { figures, server, page, person: email => signedIn(browser, server.address, email) };
    if (part === undefined || part === 'boxes') await manyBoxes(day);
    if (part === undefined || part === 'day' || part === 'submit') await workingDay(day, items, part === 'submit');
    if (part === undefined || part === 'text') await byKeysAlone(figures, server, page);
  });
  return figures.held;
}

/** The page of a person who has signed in and sees what waits for them. */
async function signedIn(browser, address, email) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on('pageerror', error => console.error(error.message));
  await page.goto(address);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'My work' }).waitFor();
  return page;
}

/** Opens the item that waits in a project. */
const start = (hand, project) =>
  hand.click(hand.page.getByRole('button', { name: new RegExp(`^(Start|Continue).*: ${project}$`) }));

/** From the opened app to many boxes on one picture. */
async function manyBoxes({ figures, server, person, page }) {
  const project = await seeded(server, 'Boxes', 1);
  await handOut(new Hand(page), `${server.address}/t/${server.teamId}/p/${project}`, ANA);
  const ana = new Hand(await person(ANA));
  await start(ana, 'Boxes');
  await readyToDraw(ana.page);
  figures.print('from the opened app to the first stroke on the next waiting item', ana.clicks, 'clicks', {
    bar: BARS.start,
  });
  figures.print('box with class and attribute', (await drawBoxes(ana, BOXES)) / BOXES, 'actions', {
    bar: BARS.box,
    n: BOXES,
  });
  await ana.press('Control+Enter');
  await inStatus(server, project, 3, 1);
  await ana.page.context().close();
}

/** Prints each stage as soon as it ends, so that a run that is cut off shows how far it came. */
async function workingDay({ figures, server, person, page }, items, submitOnly) {
  const project = await seeded(server, 'Day', items);
  const base = `${server.address}/t/${server.teamId}/p/${project}`;
  const counts = [];
  let from = performance.now();
  const print = (name, hand, count) => {
    counts.push({ clicks: hand.clicks, keys: hand.keys });
    const seconds = Math.round((performance.now() - from) / 1000);
    from = performance.now();
    figures.print(`${name}: actions for each item`, hand.actions / count, 'actions', {
      clicks: hand.clicks,
      keys: hand.keys,
      items: count,
      seconds,
    });
  };

  const manager = new Hand(page);
  for (const email of [ANA, QUINN]) await handOut(manager, base, email);
  print('handing out', manager, items * 2);

  const ana = new Hand(await person(ANA));
  await start(ana, 'Day');
  await annotate({ figures, hand: ana, items });
  await inStatus(server, project, 3, items);
  print('annotating', ana, items);
  if (submitOnly) return;

  const quinn = new Hand(await person(QUINN));
  await start(quinn, 'Day');
  const returned = await review(quinn, items, RETURNED_EVERY);
  await inStatus(server, project, 4, returned);
  print('reviewing', quinn, items);

  const again = new Hand(ana.page);
  await ana.page.goto(server.address);
  await start(again, 'Day');
  for (let number = 1; number <= returned; number += 1) {
    await drawBoxes(again, 1);
    if (number < returned) await toNextItem(ana.page, () => again.press('Control+Enter'));
    else await again.press('Control+Enter');
  }
  await inStatus(server, project, 3, returned);
  print('correcting', again, returned);

  const last = new Hand(quinn.page);
  await quinn.page.goto(server.address);
  await start(last, 'Day');
  await review(last, returned, Infinity);
  await inStatus(server, project, 5, items);
  print('completing', last, returned);
  const sum = kind => counts.reduce((total, each) => total + each[kind], 0);
  figures.print('the day in all', sum('clicks') + sum('keys'), 'actions', {
    clicks: sum('clicks'),
    keys: sum('keys'),
    items,
    people: 3,
  });
}

/** Two boxes on each item; prints how long each one took to follow the one before. */
async function annotate({ figures, hand, items }) {
  const steps = [];
  for (let number = 1; number <= items; number += 1) {
    await drawBoxes(hand, 2);
    // Nobody looks at a picture for less; the next one is loaded ahead meanwhile.
    await hand.page.waitForTimeout(LOOK_MS);
    if (number < items) steps.push(await toNextItem(hand.page, () => hand.press('Control+Enter')));
    else await hand.press('Control+Enter');
  }
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
}
