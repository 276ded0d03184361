import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { Fault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { ActionCode, Interpreter } from '../../common/custom-action.ts';
import { actionCode, blankActions, fileNames } from '../../common/custom-action.ts';
import type { TestDraft } from '../../common/tests-api.ts';
import { testDraft } from '../../common/tests-api.ts';

/** Name of the source file, by its language. */
const sources: Readonly<Record<Interpreter, string>> = { typescript: 'main.ts', python: 'main.py' };

const config = actionCode
  .omit({ source: true, files: true })
  .extend({
    name: z.string().trim().min(1).max(120),
    description: z.string().max(2000).default(''),
    hosts: actionCode.shape.hosts.default([]),
    writes: actionCode.shape.writes.default([]),
    secrets: actionCode.shape.secrets.default([]),
    time_limit: actionCode.shape.time_limit.default(10),
    memory: actionCode.shape.memory.default(64),
  });

/**
 * A custom action as files of a code repository: `config.yaml`, `main.ts` or `main.py` with the files that it imports,
 * and `tests/NAME.json`.
 */
export interface ActionFolder {
  readonly name: string;
  readonly description: string;
  readonly code: ActionCode;
  readonly tests: readonly TestDraft[];
}

/** Reads the folder of an action. @throws Fault ACTION_FILES (422) naming the file and field that is wrong */
export async function readActionFolder(folder: string): Promise<ActionFolder> {
  const read = config.safeParse(await valueOf(folder, 'config.yaml', parse));
  if (!read.success) throw wrong('config.yaml', read.error);
  const { name, description, ...settings } = read.data;
  const code = actionCode.safeParse({
    ...settings,
    source: await textOf(folder, sources[settings.interpreter]),
    files: await filesOf(folder, settings.interpreter),
  });
  if (!code.success) throw wrong(sources[settings.interpreter], code.error);
  const files = await readdir(join(folder, 'tests')).catch(() => []);
  const tests = await Promise.all(
    files
      .filter(each => each.endsWith('.json'))
      .toSorted()
      .map(file => testOf(folder, file)),
  );
  return { name, description, code: code.data, tests };
}

/** Makes the folder of a new action. @throws Fault FOLDER_IN_USE (409) */
export async function makeActionFolder(folder: string, interpreter: Interpreter): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new Fault('FOLDER_IN_USE', `${folder} has files already. Name another folder.`, { status: 409 });
  await mkdir(join(folder, 'tests'));
  const { source, files: _, ...settings } = blankActions[interpreter];
  const test = {
    event: {},
    context: { op: 'u', ts_ms: 0, before: null, after: { id: 1, name: 'item' } },
    expected: { value: { done: true }, writes: [{ type: 'set_priority', settings: { priority: 5 } }] },
  };
  const files = {
    'config.yaml': stringify({ name: basename(folder), description: '', ...settings }),
    [sources[interpreter]]: source,
    'tests/first.json': `${JSON.stringify(test, undefined, 2)}\n`,
  };
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  return Object.keys(files);
}

/** Returns the files beside the main one, by name. */
async function filesOf(folder: string, interpreter: Interpreter): Promise<ActionCode['files']> {
  const names = (await readdir(folder)).filter(each => fileNames[interpreter].safeParse(each).success).toSorted();
  return Promise.all(names.map(async name => ({ name, text: await textOf(folder, name) })));
}

async function testOf(folder: string, file: string): Promise<TestDraft> {
  const path = `tests/${file}`;
  const value = await valueOf(folder, path, JSON.parse);
  const read = testDraft.safeParse({ name: basename(file, '.json'), expected: null, ...(value as object) });
  if (!read.success) throw wrong(path, read.error);
  return read.data;
}

async function valueOf(folder: string, path: string, read: (text: string) => unknown): Promise<unknown> {
  const text = await textOf(folder, path);
  try {
    return read(text);
  } catch (error) {
    throw new Fault('ACTION_FILES', `${path} cannot be read: ${(error as Error).message}`, { status: 422 });
  }
}

async function textOf(folder: string, path: string): Promise<string> {
  return readFile(join(folder, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Fault('ACTION_FILES', `${path} is missing in ${folder}.`, { status: 422 });
  });
}

const wrong = (path: string, { issues: [issue] }: z.ZodError): Fault =>
  new Fault('ACTION_FILES', `${path}: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? 'is wrong'}`, {
    status: 422,
  });
