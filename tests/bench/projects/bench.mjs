import { loadavg } from 'node:os';
import { Figures, percentile } from '../support/figures.mjs';
import { opened, printScroll, scrolled, toPaint, withPages } from '../support/list-page.mjs';

const COUNT = { whole: 10_000, quick: 1000 };
const OPENS = 5;
/** Milliseconds that a search box waits for more letters. */
const WAIT = 300;
const BARS = { open: 1500, filter: 300, frame: 50 };

/**
 * The list of projects with ten thousand of them, in a browser: opening, searching, scrolling cards and rows. Options
 * as for `data`.
 */
export async function run(options) {
  const figures = new Figures('projects');
  await withPages('projects', options, async ({ server, browser, page, database }) => {
    const count = COUNT[options.includes('--quick') ? 'quick' : 'whole'];
    const { id: first } = await server.call('POST', '/project', {
      body: { team_id: String(server.teamId), name: 'Project 0', type: 1 },
    });
    await server.sql(
      `insert into projects.project (${await columns(server)}) select ${await columns(server, { name: "'Project ' || lpad(n::text, 5, '0')", status: '1 + n % 4' })} from projects.project, generate_series(1, ${count - 1}) n where id = ${first}`,
    );
    await server.settle();
    const details = { projects: count, database };
    const address = `${server.address}/t/${server.teamId}/projects`;
    const project = '[aria-label="Projects"] [data-index]';
    const opens = [];
    for (let round = 0; round < OPENS; round += 1) opens.push(await opened(page, address, project));
    figures.print(
      'list of projects opened by its address, first ones on screen, median',
      percentile(opens, 0.5),
      'ms',
      { bar: BARS.open, most: Math.round(Math.max(...opens)), n: OPENS, ...details },
    );
    printScroll(figures, 'scroll of the cards', await scrolled(browser, page), BARS.frame, details);
    await page
      .getByRole('radiogroup', { name: 'View' })
      .locator('label', { has: page.getByRole('img', { name: 'Table' }) })
      .click();
    await page.getByRole('row').nth(3).waitFor();
    printScroll(figures, 'scroll of the table', await scrolled(browser, page), BARS.frame, details);
    const typed = [];
    const search = page.getByRole('textbox', { name: 'Search projects' });
    for (const part of ['0471', '0123', '0999', '0207', '0555'])
      typed.push((await toPaint(page, () => search.fill(part), project, part)) - WAIT);
    figures.print(
      'part of a name typed, projects on screen, after the wait for more letters, p95',
      percentile(typed, 0.95),
      'ms',
      { bar: BARS.filter, wait: WAIT, median: Math.round(percentile(typed, 0.5)), n: typed.length, ...details },
    );
    console.log(
      JSON.stringify({
        bench: 'projects',
        figure: 'where',
        value: browser.version(),
        unit: 'Chromium',
        load: loadavg()[0],
      }),
    );
  });
  return figures.held;
}

/** The columns of a project but its id, some with another value. */
async function columns(server, values = {}) {
  const rows = await server.sql(
    "select column_name as name from information_schema.columns where table_schema = 'projects' and table_name = 'project' and is_identity = 'NO' and is_generated = 'NEVER' order by ordinal_position",
  );
  return rows.map(({ name }) => values[name] ?? name).join(', ');
}
