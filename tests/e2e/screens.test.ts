import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { declaredPages, mayOpen, pageRoles } from '../support/page-access.ts';
import { slice } from '../support/run-plan.ts';
import { lead } from '../support/windows.ts';
import { accessibilityFaults } from './accessibility.ts';
import type { FilledTeam } from './filled-team.ts';
import { fillTeam, secrets, teamAccounts, teamPeople } from './filled-team.ts';
import { drawn, inTheme, screenFaults, takePicture } from './screen-checks.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 720 },
] as const;
const THEMES = ['light', 'dark'] as const;
const NO_RIGHT = 'You don’t have access to this';

const site = openSite(teamAccounts, { stays: true });
let team: FilledTeam;
beforeAll(async () => {
  team = await fillTeam(site());
}, 120_000);

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly access: string;
}

const { owner, teamAdmin, projectAdmin, annotator, qa } = teamPeople;
const emails = { owner, 'team admin': teamAdmin, 'project admin': projectAdmin, annotator, QA: qa } as const;

/**
 * Every page of the bundled plugins, with ids of the team in place of the parameters; the item is one that the person
 * sees.
 */
async function screens(email: string): Promise<readonly Screen[]> {
  const client = await site().client(email);
  const items = await client.send<{ data?: readonly { id: number }[] }>(
    'GET',
    `/api/v1/project/${team.projectId}/items?limit=1`,
  );
  const ids: Readonly<Record<string, number | string>> = {
    itemId: items.body.data?.[0]?.id ?? 1,
    tab: 'log',
    guide: 'configuration',
    ...team,
  };
  return declaredPages.map(({ name, access, path }) => ({
    name,
    access,
    path: path.replace(/:([a-zA-Z]+)/g, (_, parameter: string) => {
      if (ids[parameter] === undefined)
        throw new Error(`The team has no ${parameter} for the page ${name}. Add one to fillTeam.`);
      return String(ids[parameter]);
    }),
  }));
}

/** The page of a public link is opened without one, and says that it does not work. */
const WITHOUT_LINK = /404 \(Not Found\) .*\/api\/v1\/public\/share/;

/** Has the application open a page, of which nothing was on the screen before. */
async function openScreen(page: Page, path: string): Promise<void> {
  const nowhere = page.getByText('There is no page at this address.');
  await lead(page, '/nowhere');
  await nowhere.waitFor();
  await lead(page, path);
  await nowhere.waitFor({ state: 'detached' });
}

async function settle(page: Page): Promise<void> {
  await page.locator('main, [role=main], h1, canvas').first().waitFor();
  // Calm for a moment, not only between two things that load one after the other, such as a page and the page it leads
  // to.
  await page
    .waitForFunction(
      () => {
        const busy = document.querySelector('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root') !== null;
        const seen = globalThis as unknown as { calm?: { path: string; since: number } };
        if (busy || seen.calm?.path !== location.pathname) seen.calm = { path: location.pathname, since: Date.now() };
        return Date.now() - seen.calm.since > 250;
      },
      undefined,
      { timeout: 5_000, polling: 50 },
    )
    .catch(() => undefined);
}

/** Returns the faults of a page that may be opened. */
async function openFaults(page: Page): Promise<readonly string[]> {
  const alerts = await page
    .getByText(NO_RIGHT)
    .or(page.getByText('Something went wrong'))
    .or(page.getByText('Not here'))
    .count();
  return [
    ...(alerts > 0 ? ['does not open'] : []),
    ...(await screenFaults(page)),
    ...(await accessibilityFaults(page)),
  ];
}

/** Returns the faults of a page that may not be opened: it says so, and draws nothing else. */
async function closedFaults(page: Page): Promise<readonly string[]> {
  const said = await page
    .getByText(NO_RIGHT)
    .waitFor({ timeout: 5_000 })
    .then(
      () => true,
      () => false,
    );
  const others = await page.locator('main').locator('table, [role=grid], img, canvas, input, textarea').count();
  return [
    ...(said ? [] : ['does not say that a right is missing']),
    ...(others > 0 ? [`draws ${others} pictures, fields or tables`] : []),
    ...(await accessibilityFaults(page)),
  ];
}

/** The role whose turn it is, with what is opened and what is refused among the screens. */
const roles = slice(
  'roles of screens',
  Object.entries(pageRoles).flatMap(([name, rights]) =>
    name === 'owner' ? [] : [[name, emails[name as keyof typeof pageRoles], rights] as const],
  ),
  1,
);

it('should show the owner every screen complete, named and readable', async () => {
  const { page, allow } = await site().signedIn(teamPeople.owner);
  allow(WITHOUT_LINK);
  const all = await screens(teamPeople.owner);
  const wrong: string[] = [];
  for (const theme of THEMES) {
    await inTheme(page, theme);
    for (const { name, path } of slice(`screens of the owner in ${theme}`, all, 2)) {
      await openScreen(page, path);
      await settle(page);
      for (const size of slice(`size of ${name} in ${theme}`, SIZES, 1)) {
        await page.setViewportSize(size);
        await drawn(page);
        wrong.push(...(await openFaults(page)).map(each => `${name} ${size.width} ${theme}: ${each}`));
        await takePicture(page, `screen ${name} ${size.width} ${theme}`);
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([]);
}, 300_000);

it.each(roles)(
  'should open to the %s what the role may do, and say of other screens which right is missing',
  async (role, email, rights) => {
    const { page, allow } = await site().signedIn(email);
    allow(WITHOUT_LINK);
    const all = await screens(email);
    const opened = all.filter(each => mayOpen(each.access, rights));
    const closed = all.filter(each => !mayOpen(each.access, rights));
    const wrong: string[] = [];
    for (const each of slice(`screens opened to the ${role}`, opened, 1)) {
      await openScreen(page, each.path);
      await settle(page);
      wrong.push(...(await openFaults(page)).map(fault => `${each.name}: ${fault}`));
      await takePicture(page, `role ${role} open ${each.name}`);
    }
    for (const each of slice(`screens closed to the ${role}`, closed, 1)) {
      await openScreen(page, each.path);
      wrong.push(...(await closedFaults(page)).map(fault => `${each.name}: ${fault}`));
      await takePicture(page, `role ${role} closed ${each.name}`);
    }
    expect([...new Set(wrong)]).toEqual([]);
  },
  300_000,
);

it('should show somebody of another team nothing of this one', async () => {
  const { page, allow } = await site().signedIn(teamPeople.stranger);
  allow(/status of 40[34]/);
  const wrong: string[] = [];
  const answers: Promise<void>[] = [];
  page.on('response', response => {
    if (!(response.headers()['content-type'] ?? '').includes('json')) return;
    answers.push(
      response
        .text()
        .catch(() => '')
        .then(text => {
          for (const each of secrets) if (text.includes(each)) wrong.push(`${response.url()} reveals “${each}”`);
        }),
    );
  });
  for (const { name, path } of slice(
    'screens of a stranger',
    (await screens(teamPeople.stranger)).filter(each => each.access !== 'public' && !each.path.startsWith('/profile/')),
    2,
  )) {
    await page.goto(path);
    const refused = await page
      .getByText(NO_RIGHT)
      .or(page.getByText('There is no page at this address.'))
      .first()
      .waitFor({ timeout: 8_000 })
      .then(
        () => true,
        () => false,
      );
    if (!refused) wrong.push(`${name} is not refused: ${(await page.locator('body').innerText()).slice(0, 200)}`);
    wrong.push(...(await accessibilityFaults(page)).map(each => `${name}: ${each}`));
    await takePicture(page, `role stranger ${name}`);
  }
  await Promise.all(answers);
  expect([...new Set(wrong)]).toEqual([]);
}, 300_000);

it('should show menus and rows under the pointer complete, named and readable', async () => {
  const { page } = await site().signedIn(teamPeople.owner);
  const wrong: string[] = [];
  const menus = [
    ['data', 'Views'],
    ['data', 'More about City and landscape'],
    ['projects', 'Views'],
    ['members', 'Columns'],
    ['members', 'Jobs'],
  ] as const;
  const { projectId, teamId } = team;
  const paths = {
    data: `/t/${teamId}/p/${projectId}/data`,
    projects: `/t/${teamId}/projects`,
    members: `/t/${teamId}/setup/members`,
  };
  for (const {
    menu: [place, button],
    theme,
  } of slice(
    'menus',
    menus.flatMap(menu => THEMES.map(theme => ({ menu, theme }))),
    1,
  )) {
    await inTheme(page, theme);
    await openScreen(page, paths[place]);
    await settle(page);
    await page.getByRole('button', { name: button }).first().click();
    await drawn(page);
    wrong.push(
      ...[...(await screenFaults(page)), ...(await accessibilityFaults(page))].map(
        each => `${place} ${button} ${theme}: ${each}`,
      ),
    );
    await takePicture(page, `menu ${button} of ${place} ${theme}`);
  }
  for (const theme of slice('hovered row', THEMES, 1)) {
    await inTheme(page, theme);
    await openScreen(page, `/t/${teamId}/setup/custom-fields`);
    await page.getByRole('row').nth(1).hover();
    await drawn(page);
    wrong.push(
      ...[...(await screenFaults(page)), ...(await accessibilityFaults(page))].map(
        each => `hovered row ${theme}: ${each}`,
      ),
    );
  }
  expect([...new Set(wrong)]).toEqual([]);
});

it('should show the sign-in complete, named and readable in both themes, and report what is wrong with a screen', async () => {
  const wrong: string[] = [];
  const { page } = await site().visit();
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  for (const theme of THEMES) {
    await inTheme(page, theme);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      wrong.push(...(await screenFaults(page)).map(each => `${size.width} ${theme}: ${each}`));
    }
    await takePicture(page, `screen sign-in ${theme}`);
  }
  expect(wrong).toEqual([]);

  await inTheme(page, 'light');
  await page.evaluate(() => {
    const add = (tag: string, text: string, style: Partial<CSSStyleDeclaration>): void => {
      const element = document.createElement(tag);
      element.textContent = text;
      Object.assign(element.style, style);
      document.body.append(element);
    };
    add('div', 'faint words', { color: '#bbb', background: '#fff' });
    add('div', 'words that do not fit', { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' });
    add('div', 'wide', { width: '3000px' });
    add('button', '', { width: '20px', height: '20px' });
    add('input', '', {});
  });
  const faults = (await screenFaults(page)).join('\n');
  for (const each of ['contrast 1.9', 'text is cut', 'px too wide', 'has no name', 'has no label'])
    expect(faults).toContain(each);
});
