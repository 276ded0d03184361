import { readyToDraw, toNextItem } from './open-items.mjs';

/** All items to one person, from the list. */
export async function handOut(hand, base, email) {
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
export async function drawBoxes(hand, count) {
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
export async function review(hand, items, every) {
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
export async function inStatus(server, project, status, count) {
  for (const until = Date.now() + 20_000; ;) {
    const { count: now } = await server.call('GET', `/api/v1/project/${project}/item-ids?status=${status}`, {
      as: 'browser',
    });
    if (now === count) return;
    if (Date.now() > until) throw new Error(`${now} items are in status ${status} instead of ${count}.`);
    await new Promise(resolve => setTimeout(resolve, 200));
  }
}
