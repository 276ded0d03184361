import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { maxSatisfying } from 'semver';
import { isFault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { Egress } from '#core/egress/server/index.ts';
import { refusedPackage } from './package-spec.ts';

/** Bytes of the list of versions of a package, and of one packed version. */
const MOST_LIST = 20_000_000;
const MOST_PACKED = 10_000_000;
/** Bytes of packed versions that are kept: they never change. */
const KEPT = 64_000_000;

const list = z.object({
  versions: z.record(
    z.string(),
    z.object({
      dependencies: z.record(z.string(), z.string()).optional(),
      dist: z.object({ tarball: z.string(), integrity: z.string().optional() }),
    }),
  ),
});

/** One version of a package, as a registry lists it. */
export interface ListedVersion {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  /** Digests as `sha512-BASE64`. */
  readonly integrity: string;
  /** Ranges of versions by name. */
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The registry of npm packages that the operator named. */
export class PackageRegistry {
  readonly #packed = new LRUCache<string, Buffer>({ maxSize: KEPT, sizeCalculation: each => each.length });

  /** @param address without a slash at the end */
  constructor(
    private readonly egress: Egress,
    private readonly address: string,
  ) {}

  /** Returns the highest version within a range. @throws Fault PACKAGE_REFUSED (422) and those of the way out */
  async find(name: string, range: string): Promise<ListedVersion> {
    const text = await this.#get(`${this.address}/${name.replace('/', '%2f')}`, MOST_LIST, name, {
      accept: 'application/vnd.npm.install-v1+json, application/json;q=0.9',
    });
    const read = list.safeParse(parsed(text.toString('utf8')));
    if (!read.success) throw refusedPackage(`The registry does not answer with versions of “${name}”.`);
    const { versions } = read.data;
    const version = maxSatisfying(Object.keys(versions), range);
    const found = version === null ? undefined : versions[version];
    if (version === null || found === undefined)
      throw refusedPackage(`The registry has no version ${range} of “${name}”. Choose another one.`);
    const { integrity, tarball } = found.dist;
    if (integrity?.split(' ').some(each => each.startsWith('sha512-')) !== true)
      throw refusedPackage(`The registry lists no SHA-512 digest of ${name}@${version}, so it cannot be checked.`);
    return { name, version, integrity, tarball, dependencies: found.dependencies ?? {} };
  }

  /** Returns a packed version whose digest is the listed one. @throws Fault PACKAGE_REFUSED (422) */
  async packed({ name, version, tarball, integrity }: ListedVersion): Promise<Buffer> {
    const known = this.#packed.get(integrity);
    if (known !== undefined) return known;
    const bytes = await this.#get(this.#addressOf(name, version, tarball), MOST_PACKED, name, {});
    const digest = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    if (!integrity.split(' ').includes(digest))
      throw refusedPackage(
        `The file of ${name}@${version} is not the one that the registry lists: its digest differs.`,
      );
    this.#packed.set(integrity, bytes);
    return bytes;
  }

  /** A mirror may list addresses of the registry that it mirrors: its own has the same file under the usual path. */
  #addressOf(name: string, version: string, tarball: string): string {
    const listed = URL.canParse(tarball) ? new URL(tarball) : undefined;
    if (listed?.origin === new URL(this.address).origin) return tarball;
    return `${this.address}/${name}/-/${name.split('/').at(-1)!}-${version}.tgz`;
  }

  async #get(url: string, maxBytes: number, name: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
    const { origin } = new URL(this.address);
    try {
      const answer = await this.egress.fetch(url, { headers, maxBytes, mayFollow: target => target.origin === origin });
      if (answer.ok) return await answer.bytes();
      await answer.discard();
      throw refusedPackage(`The registry answers ${answer.status} for “${name}”. Check its name.`);
    } catch (error) {
      if (!isFault(error) || error.code === 'PACKAGE_REFUSED') throw error;
      throw refusedPackage(`The registry cannot be asked for “${name}”. ${error.message}`);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
