import type { Log } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { App } from './app.ts';
import type { Configuration } from './configuration.ts';
import { DEMO_ACCOUNTS, makeDemo } from './demo.ts';

/** With an empty database `npm start` makes the demo, so that the first page has something on it; then says how to get in. */
export async function firstStart(app: App, database: Database, configuration: Configuration): Promise<void> {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const empty = (await app.services.organizations.list()).length === 0;
  if (empty) {
    print('First start: making the demo …');
    await makeDemo(app, app.http.log as Log);
    await database.tidy();
  }
  const demo = await app.services.people.byEmail(DEMO_ACCOUNTS[0].email);
  print(`\n  Loupe   ${configuration.publicUrl}`);
  if (demo !== undefined) for (const { email, password } of DEMO_ACCOUNTS) print(`  sign in ${email}  ${password}`);
  print('');
}
