import { createInterface } from 'node:readline';
import { openDatabase, silentLog } from '#core/data/server/index.ts';
import type { SaveTables } from './save-area.ts';
import { saveArea } from './save-area.ts';

/*
 * Saves numbers and says so once they are committed. Started as
 *   writer.js FOLDER|URL FIRST [SAVES]
 * It prints `ready MS RSS_MB`, then `saved N` for each number; with SAVES it ends with `rate SAVES_PER_SECOND RSS_MB`.
 */
const [place = '', first = '0', saves] = process.argv.slice(2);
const started = performance.now();
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const megabytes = (): number => Math.round(process.memoryUsage.rss() / 1e6);

const log = {
  ...silentLog,
  error: (facts: object, text?: string) => void process.stderr.write(`${text} ${JSON.stringify(facts)}\n`),
};

async function main(): Promise<void> {
  const database = await openDatabase(place.startsWith('postgres') ? { url: place, log } : { dataDir: place, log });
  await database.migrate([saveArea]);
  say(`ready ${Math.round(performance.now() - started)} ${megabytes()}`);
  createInterface({ input: process.stdin }).once('line', () => void database.close().then(() => process.exit(0)));

  let next = Number(first);
  const end = saves === undefined ? Infinity : next + Number(saves);
  const began = performance.now();
  const text = 'x'.repeat(2_000);
  const write = async (): Promise<void> => {
    while (next < end) {
      const number = next++;
      await database.tenant<SaveTables>(1 + (number % 3)).transaction(async trx => {
        await trx
          .insertInto('saves.save')
          .values({ team_id: 1 + (number % 3), number, text })
          .execute();
        await trx
          .insertInto('saves.copy')
          .values({ team_id: 1 + (number % 3), number })
          .execute();
      });
      say(`saved ${number}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, write));
  say(`rate ${Math.round(Number(saves) / ((performance.now() - began) / 1000))} ${megabytes()}`);
  await database.close();
  // Nothing of the database may keep the process alive now.
  process.stdin.destroy();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
