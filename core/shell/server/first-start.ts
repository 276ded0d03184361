import { isFault } from '#core/base/common/index.ts';
import type { Log } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { App } from './app.ts';
import type { Configuration } from './configuration.ts';
import { DEMO_ACCOUNTS, makeDemo } from './demo.ts';

/** With an empty database `npm start` makes the demo, so that the first page has something on it; then says how to get in. */
export async function firstStart(app: App, database: Database, configuration: Configuration, log: Pick<Log, 'error'>): Promise<void> {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const empty = (await app.services.organizations.list()).length === 0;
  if (empty) {
    print('First start: making the demo …');
    try {
      await makeDemo(app, app.http.log as Log);
      await database.tidy();
    } catch (error) {
      // The server answers already: a demo that could not be made, on a full disk for example, is no reason to end it.
      log.error({ err: error }, 'the demo could not be made completely');
      print(`The demo could not be made completely; start with an empty DATA_DIR to have all of it. ${isFault(error) ? error.message : String(error)}`);
    }
  }
  const demo = await app.services.people.byEmail(DEMO_ACCOUNTS[0].email);
  print(`\n  Loupe   ${configuration.publicUrl}`);
  if (demo !== undefined) for (const { email, password } of DEMO_ACCOUNTS) print(`  sign in ${email}  ${password}`);
  print('');
}
