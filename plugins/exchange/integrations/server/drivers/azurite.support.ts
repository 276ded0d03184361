import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

/** A running blob service of Azurite, the emulator by Microsoft. */
export interface Azurite {
  readonly account: string;
  /** Key of the account, in base64. */
  readonly key: string;
  readonly endpoint: string;
  close(): Promise<void>;
}

/** Starts Azurite at a free port with its files in a folder. */
export async function openAzurite(folder: string): Promise<Azurite> {
  const account = 'loupetests';
  const key = Buffer.from('the key of an account for tests').toString('base64');
  const main = createRequire(import.meta.url).resolve('azurite/dist/src/blob/main.js');
  const child = spawn(
    process.execPath,
    [main, '--blobPort', '0', '--location', folder, '--silent', '--skipApiVersionCheck', '--disableTelemetry'],
    { env: { ...process.env, AZURITE_ACCOUNTS: `${account}:${key}` }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const problems: string[] = [];
  child.stderr.on('data', (part: Buffer) => problems.push(part.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /successfully listen(?:s|ing) on (http:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stdout.resume();
    return {
      account,
      key,
      endpoint: `${address.replace(/\/$/, '')}/${account}`,
      async close() {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`Azurite did not start: ${problems.join('')}`);
}
