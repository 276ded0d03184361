import { isFault } from '#core/base/common/index.ts';
import type { Log } from '#core/api/server/index.ts';
import { installationCode } from '#core/accounts/server/index.ts';
import type { Database, Keys } from '#core/data/server/index.ts';
import type { App } from './app.ts';
import type { Configuration } from './configuration.ts';
import type { DemoAccount, Reach } from './demo.ts';
import { isPrivate, makeDemo } from './demo.ts';

/**
 * With an empty database `npm start` makes the demo where only this machine reaches the server, so that the first page
 * has something on it, and prints its passwords this one time. Elsewhere it prints where the first organization is made,
 * and the code that this asks for.
 */
export async function firstStart(
  app: App,
  database: Database,
  configuration: Reach & Pick<Configuration, 'demo'>,
  keys: Pick<Keys, 'session'>,
  log: Pick<Log, 'error'>,
): Promise<void> {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  let accounts: readonly DemoAccount[] = [];
  const isEmpty = (await app.services.organizations.list()).length === 0;
  const makesDemo = configuration.demo ?? isPrivate(configuration);
  if (isEmpty && makesDemo) {
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
  if (isEmpty && !makesDemo) {
    print(`  Make the first organization at ${configuration.publicUrl}/install`);
    if (!isPrivate(configuration)) print(`  code    ${installationCode(keys)}`);
  }
  for (const { email, password } of accounts) print(`  sign in ${email}  ${password}`);
  print('');
}
