import { isFault } from '#core/base/common/index.ts';
import type { Log } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { App } from './app.ts';
import type { Configuration } from './configuration.ts';
import type { DemoAccount } from './demo.ts';
import { makeDemo } from './demo.ts';

/**
 * With an empty database `npm start` makes the demo, so that the first page has something on it, and prints its
 * passwords this one time.
 */
export async function firstStart(
  app: App,
  database: Database,
  configuration: Pick<Configuration, 'host' | 'databaseUrl' | 'publicUrl'>,
  log: Pick<Log, 'error'>,
): Promise<void> {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  let accounts: readonly DemoAccount[] = [];
  if ((await app.services.organizations.list()).length === 0) {
    print('First start: making the demo …');
    try {
      await makeDemo(app, app.http.log as Log, configuration, made => {
        accounts = made;
      });
      await database.tidy();
    } catch (error) {
      // The server answers already: a demo that could not be made, on a full disk for example, is no reason to end it.
      log.error({ err: error }, 'the demo could not be made completely');
      print(
        `The demo could not be made completely; start with an empty ${configuration.databaseUrl === undefined ? 'DATA_DIR' : 'database'} to have all of it. ${isFault(error) ? error.message : String(error)}`,
      );
    }
  }
  print(`\n  Loupe   ${configuration.publicUrl}`);
  for (const { email, password } of accounts) print(`  sign in ${email}  ${password}`);
  print('');
}
