import { readFile } from 'node:fs/promises';

/** Milliseconds between samples of a peak. */
const LOOK_MS = 100;

/** Megabytes that the largest process of a kind (`renderer`, `GPU`) holds and shares with no file, from the system. */
export async function processMemory(browser, type = 'renderer') {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return Math.max(...(await Promise.all(processInfo.filter(each => each.type === type).map(({ id }) => held(id)))));
  } finally {
    await session.detach();
  }
}

/**
 * Looks at the page's own process and that of the graphics until stopped; answers the most megabytes of each, and of
 * both at one time.
 */
export async function watchMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  const most = { page: 0, graphics: 0, both: 0 };
  let going = true;
  const look = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const of = async type =>
      Math.max(0, ...(await Promise.all(processInfo.filter(each => each.type === type).map(({ id }) => held(id)))));
    const [page, graphics] = [await of('renderer'), await of('GPU')];
    for (const [name, value] of Object.entries({ page, graphics, both: page + graphics }))
      most[name] = Math.max(most[name], value);
  };
  const watched = (async () => {
    for (; going; await new Promise(resolve => setTimeout(resolve, LOOK_MS))) await look();
  })();
  return {
    most,
    async stop() {
      going = false;
      await watched;
      await session.detach();
    },
  };
}

/** Megabytes; none for a process that has ended. */
async function held(id) {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
  return (
    ['RssAnon', 'RssShmem'].reduce(
      (sum, name) => sum + Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0),
      0,
    ) / 1024
  );
}
