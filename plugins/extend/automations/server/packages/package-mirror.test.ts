import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { create } from 'tar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import { buildAction } from '../code/build-action.ts';
import { PackageMirror } from './package-mirror.ts';

/** Files of a version of a package, with what its `package.json` says beside name and version. */
interface Published {
  readonly files: Readonly<Record<string, string>>;
  readonly manifest?: {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly main?: string;
    readonly types?: string;
  };
  /** A wrong digest that the registry lists. */
  readonly integrity?: string;
}

const area = `exports.area = points => points.length; exports.unit = require('unit').unit;`;
const published: Readonly<Record<string, Readonly<Record<string, Published>>>> = {
  area: { '1.2.0': { files: { 'index.js': area }, manifest: { dependencies: { unit: '^1.0.0' } } } },
  unit: {
    '1.0.0': { files: { 'index.js': `exports.unit = 'cm';` } },
    '1.4.0': { files: { 'index.js': `exports.unit = 'px';` } },
    '2.0.0': { files: { 'index.js': `exports.unit = 'ha';` } },
  },
  '@shapes/round': {
    '0.1.0': { files: { 'lib/main.mjs': `export default Math.round;` }, manifest: { main: 'lib/main.mjs' } },
  },
  typed: {
    '1.0.0': {
      files: {
        'index.js': `exports.size = () => 1;`,
        'lib/typed.d.ts': `export declare function size(points: readonly number[]): number;\nexport default size;`,
        'lib/notes.ts': 'not a declaration',
      },
      manifest: { types: './lib/typed.d.ts', dependencies: { whole: '1.0.0' } },
    },
  },
  whole: { '1.0.0': { files: { 'index.js': '', 'index.d.ts': `declare const all: 7;\nexport = all;` } } },
  wide: { '1.0.0': { files: { 'index.js': '', 'index.d.ts': `// ${'x'.repeat(3_000_000)}` } } },
  changed: { '1.0.0': { files: { 'index.js': '' }, integrity: 'sha512-AAAA' } },
  unchecked: { '1.0.0': { files: { 'index.js': '' }, integrity: 'sha1-AAAA' } },
  disk: { '1.0.0': { files: { 'index.js': `require('node:fs');` } } },
  outside: {
    '1.0.0': { files: { 'index.js': `require('/etc/hostname.json'); require('../../../../../etc/passwd');` } },
  },
  large: { '1.0.0': { files: { 'index.js': ' '.repeat(61_000_000) } } },
  above: { '1.0.0': { files: { 'index.js': '' }, manifest: { dependencies: { '../../x': '1.0.0' } } } },
  elsewhere: { '1.0.0': { files: { 'index.js': '' }, manifest: { dependencies: { x: 'git+https://x.test/x' } } } },
};

/** The same bytes each time, as a registry has them. */
const packed = new Map<string, Promise<Buffer>>();
const packedOf = (name: string, version: string, published: Published): Promise<Buffer> => {
  const key = `${name}@${version}`;
  const made = packed.get(key) ?? pack(name, version, published);
  packed.set(key, made);
  return made;
};

async function pack(name: string, version: string, { files, manifest }: Published): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-packed-'));
  const texts = { 'package.json': JSON.stringify({ name, version, ...manifest }), ...files };
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink('/etc/passwd', join(folder, 'link.js'));
  const archive = await buffer(create({ cwd: folder, prefix: 'package' }, [...Object.keys(texts), 'link.js']));
  await rm(folder, { recursive: true });
  return gzipSync(archive, { level: 1 });
}

const registry = createServer((request, response) => {
  void (async () => {
    const path = decodeURIComponent(request.url!.slice(1));
    const [name, file] = path.split('/-/') as [string, string?];
    const versions = published[name];
    if (versions === undefined) return response.writeHead(404).end();
    if (file !== undefined) {
      const version = /-(\d+\.\d+\.\d+)\.tgz$/.exec(file)![1]!;
      return response.end(await packedOf(name, version, versions[version]!));
    }
    const listed = await Promise.all(
      Object.entries(versions).map(async ([version, each]) => {
        const digest = createHash('sha512')
          .update(await packedOf(name, version, each))
          .digest('base64');
        const dist = { tarball: `https://other.test/${name}.tgz`, integrity: each.integrity ?? `sha512-${digest}` };
        return [version, { ...each.manifest, dist }] as const;
      }),
    );
    return response.end(JSON.stringify({ versions: Object.fromEntries(listed) }));
  })();
});
let mirror: PackageMirror;

beforeAll(async () => {
  await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  mirror = new PackageMirror(new Egress(new EgressAllowance(['127.0.0.1'])), `http://127.0.0.1:${port}`);
});
afterAll(() => registry.close());

const build = (source: string, packages: readonly string[], by = mirror) =>
  buildAction({ interpreter: 'typescript', source, packages: [...packages] }, by);

it('should bundle packages of the registry with those that they need, and name each with its digest', async () => {
  const source = `import { area, unit } from 'area';\nimport round from '@shapes/round';\nexport default () => [area([1, 2]), unit, round(1.6)];`;
  const { code } = await build(source, ['area@1.2.0', '@shapes/round@0.1.0']);
  const made = runInNewContext(`${code}\nloupeAction.default()`) as unknown;
  expect(JSON.stringify(made)).toBe('[2,"px",2]');
  expect(code.match(/^\/\/ \S+@[\d.]+ sha512-/gm)).toEqual([
    '// @shapes/round@0.1.0 sha512-',
    '// area@1.2.0 sha512-',
    '// unit@1.4.0 sha512-',
  ]);
});

it.each([
  ['changed@1.0.0', /is not the one that the registry lists/],
  ['unchecked@1.0.0', /lists no SHA-512 digest/],
  ['disk@1.0.0', /needs “node:fs” of Node\.js/],
  ['outside@1.0.0', /outside of the packages|Could not resolve/],
  ['large@1.0.0', /too large when they are unpacked/],
  ['above@1.0.0', /“\.\.\/\.\.\/x” is no name of a package/],
  ['elsewhere@1.0.0', /“x” is needed as git\+https:\/\/x\.test\/x/],
  ['area@9.9.9', /has no version 9\.9\.9 of “area”/],
  ['absent@1.0.0', /answers 404 for “absent”/],
])('should refuse %s', async (spec, message) => {
  const name = spec.slice(0, spec.lastIndexOf('@'));
  await expect(build(`import '${name}';`, [spec])).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(message),
  });
});

it('should refuse packages where the operator has named no registry, and for Python', async () => {
  const none = new PackageMirror(new Egress(new EgressAllowance([])), '');
  await expect(build(`import 'area';`, ['area@1.2.0'], none)).rejects.toMatchObject({ code: 'PACKAGES_OFF' });
  const python = { interpreter: 'python' as const, source: '', packages: ['area@1.2.0'] };
  await expect(buildAction(python, mirror)).rejects.toMatchObject({ code: 'CODE_INVALID' });
});

it('should answer with the types that packages come with, as far as the editor takes them', async () => {
  const { files, typed, cut } = await mirror.types(['typed@1.0.0', 'area@1.2.0', 'wide@1.0.0']);
  expect(Object.fromEntries(files.map(each => [each.path, each.text]))).toEqual({
    'node_modules/typed/lib/typed.d.ts': expect.stringContaining('function size'),
    'node_modules/typed/index.d.ts': `export * from './lib/typed.js';\nexport { default } from './lib/typed.js';\n`,
    'node_modules/whole/index.d.ts': expect.stringContaining('export = all'),
  });
  expect([typed, cut]).toEqual([['typed', 'whole'], true]);
});
