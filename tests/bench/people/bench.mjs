import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { Figures, percentile } from '../support/figures.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const OTHERS = 50;
const SIGN_INS = 60;
/** Most milliseconds of a sign-in at the 95th percentile. */
const BAR = 400;
/** The password of the people that the server of a benchmark makes. */
const PASSWORD = 'correct horse';

/** Sign-in by password, with the cost of a password hash as installed, while fifty other people keep signing in. Options: `--pglite`. */
export async function run(options) {
  const database = options.includes('--pglite') ? 'pglite' : 'postgres';
  const figures = new Figures('people');
  const folder = `${root}node_modules/.cache/loupe-bench-people-${process.pid}`;
  await buildServer(folder);
  try {
    const server = await startServer(folder, database);
    try {
      const emails = Array.from({ length: OTHERS + 1 }, (_, at) => `person${at}@bench.test`);
      for (const email of emails) await server.member(email);
      const signIn = async email => {
        const began = performance.now();
        const answer = await fetch(`${server.address}/services/auth/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-requested-with': 'loupe-auth' },
          body: JSON.stringify({ email, password: PASSWORD }),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`A sign-in was answered ${answer.status}: ${text.slice(0, 300)}`);
        return performance.now() - began;
      };
      const [own, ...others] = emails;
      await signIn(own);
      const alone = [];
      for (let at = 0; at < SIGN_INS; at += 1) alone.push(await signIn(own));
      figures.print('sign-in alone, p95', percentile(alone, 0.95), 'ms', {
        median: Math.round(percentile(alone, 0.5)),
        n: SIGN_INS,
        database,
      });
      let going = true;
      let made = 0;
      const crowd = others.map(async email => {
        while (going) {
          await signIn(email);
          made += 1;
        }
      });
      const times = [];
      const began = performance.now();
      for (let at = 0; at < SIGN_INS; at += 1) times.push(await signIn(own));
      const seconds = (performance.now() - began) / 1000;
      going = false;
      await Promise.all(crowd);
      figures.print('sign-in while 50 others sign in, p95', percentile(times, 0.95), 'ms', {
        bar: BAR,
        median: Math.round(percentile(times, 0.5)),
        n: SIGN_INS,
        othersPerSecond: Math.round(made / seconds),
        load: loadavg()[0],
        database,
      });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}
