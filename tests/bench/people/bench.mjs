import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { Figures } from '../support/figures.mjs';
import { measureRights } from './rights.mjs';
import { measureScim } from './scim.mjs';
import { measureSignIn } from './sign-in.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const PARTS = { scim: measureScim, 'sign-in': measureSignIn, rights: measureRights };
const DATABASES = ['postgres', 'pglite'];

/**
 * Accounts over HTTP against a built server in a process of its own: people provisioned by SCIM, sign-ins at once with
 * passwords hashed as in production, and the cost of a right. Options: `--database NAME`, `--part NAME`, `--quick` for
 * fewer people.
 */
export async function run(options) {
  const chosen = (name, all) => {
    const one = options.includes(name) ? options[options.indexOf(name) + 1] : undefined;
    if (one !== undefined && !all.includes(one)) throw new Error(`${name} is one of ${all.join(', ')}.`);
    return one === undefined ? all : [one];
  };
  const figures = new Figures('people');
  const folder = `${root}node_modules/.cache/loupe-bench-people-${process.pid}`;
  await buildServer(folder);
  try {
    for (const database of chosen('--database', DATABASES)) {
      for (const part of chosen('--part', Object.keys(PARTS))) {
        const server = await startServer(folder, database);
        try {
          await PARTS[part](
            server,
            (figure, value, unit, details = {}) => figures.print(figure, value, unit, { ...details, part, database }),
            { quick: options.includes('--quick') },
          );
        } finally {
          await server.stop();
        }
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}
