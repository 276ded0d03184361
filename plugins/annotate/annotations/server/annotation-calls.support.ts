import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { annotationDocumentApi } from '../common/api.ts';
import { newId } from '../common/new-id.ts';

const plugins = ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'skeletons', 'editor-vector'];

export const operations = annotationDocumentApi.operations;

export interface Opened {
  readonly revision: number;
  readonly document: {
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly instances: readonly {
      readonly classId: number;
      readonly className?: string;
      readonly points: { readonly x1: number };
    }[];
  };
  readonly status: { readonly available: readonly number[] };
}

export interface Saved {
  readonly revision: number;
  readonly replayed?: boolean;
  readonly status: number;
  readonly code?: string;
  readonly details?: {
    readonly revision?: number;
    readonly updatedBy?: string;
    readonly issues?: readonly { readonly path: string; readonly message: string }[];
  };
}

export const box = (id: string, x = 1, classId = -1): object => ({
  id,
  type: 'bbox',
  classId,
  attributes: [],
  points: { x1: x, y1: 2, x2: x + 10, y2: 12 },
});

export const holding = (...instances: readonly object[]): object => ({
  metadata: { name: 'a.png' },
  instances,
  tags: [],
  comments: [],
});

/** Uploads items of one project, and opens and saves their documents. */
export function annotationCalls(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;
  let names = 0;

  const upload = async (): Promise<number> => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const answer = await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
      params: { project_id: projectId },
      query: { name: `${++names}.png` },
      bytes,
    });
    expect(answer.status).toBe(200);
    return answer.body.item.id;
  };
  const save = (
    itemId: number,
    body: { op?: string; base: number; data: unknown },
    person = owner,
  ): Promise<Answer<Saved>> =>
    person.call<Saved>('main', operations.saveAnnotation, {
      params: { project_id: projectId, item_id: itemId },
      body: { op: newId(), ...body },
    });
  const saveEdits = (
    itemId: number,
    body: { op?: string; base: number; patches: readonly object[] },
    person = owner,
  ): Promise<Answer<Saved>> =>
    person.call<Saved>('main', operations.saveEdits, {
      params: { project_id: projectId, item_id: itemId },
      body: { op: newId(), ...body },
    });
  const open = (itemId: number, person = owner): Promise<Answer<Opened>> =>
    person.call('main', operations.openItem, { params: { project_id: projectId, item_id: itemId } });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    owner = team.owner;
    const project = await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
      body: { name: 'Photos', type: 1 },
    });
    projectId = project.body.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  return {
    kind,
    get app() {
      return app;
    },
    get team() {
      return team;
    },
    get owner() {
      return owner;
    },
    get projectId() {
      return projectId;
    },
    upload,
    save,
    saveEdits,
    open,
  };
}

export type AnnotationCalls = ReturnType<typeof annotationCalls>;
