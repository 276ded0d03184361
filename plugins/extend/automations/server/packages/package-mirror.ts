import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject, injectable } from 'inversify';
import { validRange } from 'semver';
import { Fault } from '#core/base/common/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { NpmRegistryToken } from '#core/kernel/server/index.ts';
import type { ListedVersion } from './package-registry.ts';
import { PackageRegistry } from './package-registry.ts';
import { isPackageName, refusedPackage, specOf } from './package-spec.ts';
import type { PackageTypes, UnpackedPackage } from './package-types.ts';
import { readPackageTypes } from './package-types.ts';
import { CODE, TYPES, unpack } from './unpack.ts';

/** Packages of an action, with those that they need. */
const MOST_PACKAGES = 60;
/** Files, and bytes unpacked, of all of them. */
const MOST_FILES = 8_000;
const MOST_BYTES = 60_000_000;

/** Packages as a compiler finds them. */
export interface InstalledPackages {
  /** Holds `node_modules`; nothing outside of it may be read. */
  readonly folder: string;
  readonly names: readonly string[];
  /** `name@version digest` of each package and of those that it needs, in order. */
  readonly lock: readonly string[];
}

interface UnpackedPackages extends InstalledPackages {
  /** Those of the action first. */
  readonly unpacked: readonly UnpackedPackage[];
}

/** Puts packages of the operator's registry beside the code of an action while it is built. Nothing of them is run. */
@injectable()
export class PackageMirror {
  readonly #registry: PackageRegistry | undefined;

  constructor(@inject(Egress) egress: Egress, @inject(NpmRegistryToken) address: string) {
    this.#registry = address === '' ? undefined : new PackageRegistry(egress, address);
  }

  /** Returns whether actions may have packages beside those that the product brings along. */
  get available(): boolean {
    return this.#registry !== undefined;
  }

  /**
   * Calls `build` with the packages of an action, `name@version` each, in a folder that is removed afterwards.
   * @throws Fault PACKAGES_OFF, PACKAGE_REFUSED (422) and what `build` throws
   */
  during<T>(packages: readonly string[], build: (installed: InstalledPackages) => Promise<T>): Promise<T> {
    return this.#unpacked(packages, CODE, build);
  }

  /** Returns the types that packages, `name@version` each, come with. @throws Fault PACKAGES_OFF, PACKAGE_REFUSED (422) */
  types(packages: readonly string[]): Promise<PackageTypes> {
    return this.#unpacked(packages, TYPES, ({ unpacked }) => readPackageTypes(unpacked));
  }

  async #unpacked<T>(
    packages: readonly string[],
    kept: RegExp,
    read: (installed: UnpackedPackages) => Promise<T>,
  ): Promise<T> {
    if (this.#registry === undefined)
      throw new Fault(
        'PACKAGES_OFF',
        'Actions can only import the packages that Loupe brings along: the operator of this server has named no registry (NPM_REGISTRY).',
        { status: 422, details: { field: 'packages' } },
      );
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'loupe-packages-')));
    try {
      return await read(await install(this.#registry, packages, folder, kept));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Unpacks each version once, beside links to those that it needs: different versions of a package do not meet. */
async function install(
  registry: PackageRegistry,
  packages: readonly string[],
  folder: string,
  kept: RegExp,
): Promise<UnpackedPackages> {
  const found = new Map<string, ListedVersion>();
  const allowance = { bytes: MOST_BYTES, files: MOST_FILES };
  const placeOf = ({ name, version }: ListedVersion): string =>
    join(folder, '.packages', `${name.replace('/', '+')}@${version}`, 'node_modules', name);
  const link = async (target: ListedVersion, from: string): Promise<void> => {
    await mkdir(dirname(from), { recursive: true });
    await symlink(placeOf(target), from);
  };
  const add = async (name: string, range: string): Promise<ListedVersion> => {
    // What a package needs is named by its author, and becomes a path.
    if (!isPackageName(name)) throw refusedPackage(`“${name}” is no name of a package.`);
    if (validRange(range) === null)
      throw refusedPackage(`“${name}” is needed as ${range}, which is no version of a registry.`);
    const listed = await registry.find(name, range);
    const key = `${name}@${listed.version}`;
    if (found.has(key)) return listed;
    if (found.size === MOST_PACKAGES)
      throw refusedPackage(`The packages need more than ${MOST_PACKAGES} others. Use fewer.`);
    found.set(key, listed);
    const place = placeOf(listed);
    await mkdir(place, { recursive: true });
    await unpack(await registry.packed(listed), place, allowance, kept);
    const beside = place.slice(0, place.length - name.length);
    for (const [needed, versions] of Object.entries(listed.dependencies).toSorted())
      if (needed !== name) await link(await add(needed, versions), join(beside, needed));
    return listed;
  };
  const own: ListedVersion[] = [];
  for (const { name, version } of packages.map(specOf)) {
    const listed = await add(name, version);
    await link(listed, join(folder, 'node_modules', name));
    own.push(listed);
  }
  const unpacked = [...own, ...found.values()].map(each => ({ name: each.name, place: placeOf(each) }));
  const lock = [...found].map(([key, { integrity }]) => `${key} ${integrity}`).toSorted();
  return { folder, names: own.map(each => each.name), lock, unpacked };
}
