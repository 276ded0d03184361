import { afterAll, beforeAll, expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { DATABASE_TIMEOUT_MS } from '../../support/database.ts';
import type { ScriptCall, ScriptClient } from '../../support/script-client.ts';
import { scriptClient } from '../../support/script-client.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

export interface Row {
  readonly id: number;
  readonly name: string;
}

export interface Listed<T> {
  readonly data: readonly T[];
  readonly count: number;
}

export interface WireItem extends Row {
  readonly annotation_status: number;
  readonly approval_status: number | null;
  readonly is_pinned: boolean;
  readonly entropy_value: number | null;
  readonly assignments: readonly { readonly user_id: string; readonly user_role: number }[];
}

/** Sends the calls of one script, which must succeed, and keeps the ids that they answer. */
export function scriptSession(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  const names = Array.from({ length: 12 }, (_, at) => `street_${String(at + 1).padStart(4, '0')}.jpg`);
  const state = { project: 0, folder: 0, annotator: 'ana@x.org', items: [] as readonly WireItem[] };

  beforeAll(async () => {
    app = await openTestApp(kind);
    team = await app.team('North');
    script = await scriptClient(app, team);
    await team.join(state.annotator);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  const send = async <T>(
    service: Parameters<ScriptClient['call']>[0],
    method: string,
    path: string,
    call: ScriptCall = {},
  ): Promise<T> => {
    const answer = await script.call<T>(service, method, path, call);
    expect(answer.status, `${method} ${path} ${answer.raw.toString().slice(0, 300)}`).toBeLessThan(300);
    return answer.body;
  };
  /** P: a project by its name. */
  const findProject = async (name: string): Promise<Row | undefined> =>
    (
      await send<Listed<Row>>('main', 'GET', '/api/v1/projects', {
        query: { name, completeImagesCount: true, offset: 0 },
      })
    ).data.find(each => each.name === name);
  /** IS: items of a folder by a body query. */
  const items = (search: object = {}): Promise<Listed<WireItem>> =>
    send('items', 'POST', '/api/v1/items/search', {
      context: { project_id: state.project, folder_id: state.folder },
      body: {
        query: {
          limit: 2000,
          offset: 0,
          search,
          join: [{ field: 'metadata', select: ['path'] }, { field: 'assignments' }, { field: 'categories' }],
        },
      },
    });
  const scope = (): { query: { project_id: number; folder_id: number } } => ({
    query: { project_id: state.project, folder_id: state.folder },
  });

  return {
    get app() {
      return app;
    },
    get team() {
      return team;
    },
    get script() {
      return script;
    },
    names,
    state,
    send,
    findProject,
    items,
    scope,
  };
}

export type ScriptSession = ReturnType<typeof scriptSession>;
