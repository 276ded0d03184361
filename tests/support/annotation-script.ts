import { expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { annotationForm, bareItems, ownFolder } from './annotated-items.ts';
import type { ScriptClient } from './script-client.ts';
import { scriptClient, scriptProject } from './script-client.ts';
import type { Answer, TestApp, TestTeam } from './test-app.ts';
import { openTestApp } from './test-app.ts';

/** Separates two documents of a stream: backslashes and letters, no line feeds. */
export const DELIMITER = '\\n;)\\n';

const plugins = [
  'teams',
  'projects',
  'items',
  'classes',
  'workflow',
  'editor',
  'skeletons',
  'editor-vector',
  'annotation-api',
];

export interface WireDocument {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly instances: readonly Readonly<Record<string, unknown>>[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

export interface UploadAnswer {
  readonly failedItems: readonly string[];
  readonly failures: readonly { readonly name: string; readonly message: string }[];
  readonly missingResources: Readonly<Record<string, readonly string[]>>;
  readonly code?: string;
}

/** A script of one team, one of another, and a project at a time to send annotations to. */
export class AnnotationScript {
  project = 0;
  folder = 0;
  #count = 0;

  private constructor(
    readonly app: TestApp,
    readonly team: TestTeam,
    readonly script: ScriptClient,
    readonly stranger: ScriptClient,
  ) {}

  static async open(kind: DatabaseKind): Promise<AnnotationScript> {
    const app = await openTestApp(kind, { plugins });
    const team = await app.team('North');
    return new AnnotationScript(
      app,
      team,
      await scriptClient(app, team),
      await scriptClient(app, await app.team('South')),
    );
  }

  /** A new project; what follows is about it. */
  async fresh(type = 1): Promise<void> {
    this.project = await scriptProject(this.script, `Annotations ${(this.#count += 1)}`, type);
    this.folder = await ownFolder(this.app, this.team, this.project);
  }

  items(...names: string[]): Promise<readonly number[]> {
    return bareItems(this.app, this.team, this.project, names);
  }

  upload(
    documents: readonly (readonly [string, unknown])[],
    query: Record<string, string> = {},
  ): Promise<Answer<UploadAnswer>> {
    const { body, headers } = annotationForm(documents);
    return this.script.call('assets', 'POST', '/api/v4/items/annotations/upload', {
      query: {
        project_id: this.project,
        folder_id: this.folder,
        'image_names[]': documents.map(([name]) => name),
        ...query,
      },
      body,
      headers,
    });
  }

  /** Uploads points and expects success. */
  async annotate(name: string): Promise<void> {
    expect(
      (
        await this.upload([
          [name, { metadata: { name }, instances: [{ type: 'point', className: 'Car', x: 1, y: 2 }] }],
        ])
      ).body.failedItems,
    ).toEqual([]);
  }

  async streamed(ids: readonly number[], query: Record<string, string> = {}): Promise<readonly WireDocument[]> {
    const { status, raw } = await this.script.call('assets', 'POST', '/api/v4/items/annotations/download', {
      query: { project_id: this.project, limit: ids.length, ...query },
      body: { image_ids: ids },
    });
    expect(status).toBe(200);
    return raw.length === 0
      ? []
      : raw
          .toString()
          .split(DELIMITER)
          .map(text => JSON.parse(text) as WireDocument);
  }

  /** Puts a colleague with a role into the project. */
  async share(email: string, role: number): Promise<void> {
    const { status, raw } = await this.script.call('main', 'POST', `/api/v1/project/${this.project}/share/bulk`, {
      body: { users: [{ user_id: email, user_role: role }] },
    });
    expect(status, raw.toString()).toBeLessThan(300);
  }
}
