import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The last migration of the area to which the newer version adds one, as the build names it. */
const LAST = /"\.\/migrations\/0001-plan\.ts":/;

/**
 * Makes a copy of the built product that has one more migration, as the next version would. Returns its folder.
 * @param up text of the function that gets the database
 */
export async function makeNewerProduct(up: string): Promise<{ readonly folder: string; drop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-newer-'));
  await mkdir(join(folder, 'dist'));
  await cp(join(ROOT, 'dist/server'), join(folder, 'dist/server'), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', version: '99.0.0' }));
  for (const name of ['node_modules', 'plugins', 'core', 'sdk']) await symlink(join(ROOT, name), join(folder, name));
  await symlink(join(ROOT, 'dist/web'), join(folder, 'dist/web'));
  const chunks = join(folder, 'dist/server/chunks');
  await writeFile(
    join(chunks, 'newer-migration.js'),
    `import { sql } from 'kysely';\nexport default { up: ${up}, down: async () => undefined };\n`,
  );
  let changed = 0;
  for (const name of await readdir(chunks)) {
    if (!name.endsWith('.js')) continue;
    const text = await readFile(join(chunks, name), 'utf8');
    if (!LAST.test(text)) continue;
    changed += 1;
    const added = `"./migrations/9999-newer.ts": () => import("./newer-migration.js"), `;
    await writeFile(
      join(chunks, name),
      text.replace(LAST, found => added + found),
    );
  }
  if (changed !== 1) throw new Error(`The migrations of maintenance were found in ${changed} files of the build.`);
  return { folder, drop: () => rm(folder, { recursive: true, force: true }) };
}
