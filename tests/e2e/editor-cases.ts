import type { Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Site } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { classButton, itemReady } from './classification-steps.ts';
import { fieldAt, formReady } from './form-filling-steps.ts';
import { kittiScan } from './kitti-scan.ts';
import { dragOver, textReady } from './text-steps.ts';
import { frameOnScreen, RECORDED, recordVideo } from './video-recording.ts';

/** An editor as all of them are tested: an item of its type, and two edits a person makes. */
export interface EditorCase {
  readonly name: string;
  /** Type of the project. */
  readonly type: number;
  /** Classes of the project; none where the editor has no classes. */
  readonly classes: readonly string[];
  /** Makes the item; `page` is signed in. */
  item(client: SiteClient, projectId: number, page: Page, site: Site): Promise<number>;
  /** Waits until a person can work. The frame is that of the entire page, or one in the page of somebody else. */
  ready(frame: Frame): Promise<void>;
  /** Makes the first or the second edit, each of which adds one object or answer. */
  edit(frame: Frame, number: 0 | 1): Promise<void>;
  /** Number of objects or answers that are stored. */
  stored(client: SiteClient, projectId: number, itemId: number, site: Site): Promise<number>;
}

type Share = readonly [x: number, y: number];

/** Drags over the stage between two places in shares of its size. */
export async function dragOnStage(frame: Frame, [x1, y1]: Share, [x2, y2]: Share): Promise<void> {
  const box = (await frame.locator('[data-stage]').boundingBox())!;
  const { mouse } = frame.page();
  const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
  await mouse.move(...at(x1, y1));
  await mouse.down();
  await mouse.move(...at((x1 + x2) / 2, (y1 + y2) / 2), { steps: 3 });
  await mouse.move(...at(x2, y2), { steps: 3 });
  await mouse.up();
}

async function press(frame: Frame, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await frame.page().keyboard.press(key);
}

const instances = async (client: SiteClient, projectId: number, itemId: number): Promise<number> =>
  (await client.annotation(projectId, itemId)).document.instances.length;

const tiled: EditorCase = {
  name: 'tiled images',
  type: 5,
  classes: ['Nucleus'],
  item: async (client, projectId) =>
    (
      await client.upload(
        projectId,
        'slide.jpg',
        await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#d8c8d4' } })
          .jpeg()
          .toBuffer(),
      )
    ).id,
  async ready(frame) {
    await frame.getByRole('button', { name: /^Box/ }).waitFor();
    await frame.locator('[data-stage]').waitFor();
  },
  async edit(frame, number) {
    await press(frame, 'b', '1');
    await dragOnStage(frame, [0.3 + number * 0.2, 0.4], [0.4 + number * 0.2, 0.55]);
    await press(frame, 'v');
  },
  stored: instances,
};

const pointClouds: EditorCase = {
  name: 'point clouds',
  type: 7,
  classes: ['Car'],
  item: async (client, projectId) => (await client.upload(projectId, '000000.bin', kittiScan(0))).id,
  ready: frame => frame.getByText(/^[1-9][\d,]* of [\d,]+ points$/).waitFor(),
  async edit(frame, number) {
    await press(frame, 'Escape', 'b');
    await dragOnStage(frame, [0.45 - number * 0.15, 0.4], [0.49 - number * 0.15, 0.45]);
    await frame.getByRole('region', { name: 'Box' }).waitFor();
  },
  stored: instances,
};

const TIMES = Array.from({ length: 12 }, (_, at) => at * 33_000);

const video: EditorCase = {
  name: 'video',
  type: 3,
  classes: ['Car'],
  item: async (client, projectId, page) =>
    (await client.upload(projectId, 'drive.webm', await recordVideo(page, TIMES))).id,
  async ready(frame) {
    await frame.locator('[data-video-frame="0"] canvas').waitFor();
    await expect.poll(async () => (await frameOnScreen(frame)).shown).toBe(0);
  },
  async edit(frame, number) {
    await press(frame, 'b', '1');
    const box = (await frame.locator('[data-video-frame] canvas').boundingBox())!;
    const { mouse } = frame.page();
    const at = (x: number, y: number): [number, number] => [
      box.x + (x / RECORDED.width) * box.width,
      box.y + (y / RECORDED.height) * box.height,
    ];
    await mouse.move(...at(40 + number * 120, 60));
    await mouse.down();
    await mouse.move(...at(100 + number * 120, 130), { steps: 6 });
    await mouse.up();
    await press(frame, 'v');
  },
  stored: instances,
};

const texts: EditorCase = {
  name: 'text',
  type: 4,
  classes: ['Person'],
  item: async (client, projectId) =>
    (await client.upload(projectId, 'report.txt', Buffer.from('Ada Lovelace met Charles Babbage in London.'))).id,
  ready: textReady,
  async edit(frame, number) {
    await dragOver(frame, number === 0 ? 'Ada Lovelace' : 'Charles Babbage');
    await press(frame, '1');
  },
  stored: instances,
};

const files: EditorCase = {
  name: 'classification',
  type: 6,
  classes: [],
  async item(client, projectId) {
    await client.call('POST', `/classes?project_id=${projectId}`, {
      classes: ['Blurred', 'Dark'].map(name => ({ name, color: '#5C6672', type: 2, attribute_groups: [] })),
    });
    return (await client.upload(projectId, 'letter.txt', Buffer.from('A letter.'))).id;
  },
  ready: frame => itemReady(frame, 'letter.txt'),
  async edit(frame, number) {
    await press(frame, String(number + 1));
    await classButton(frame, number === 0 ? 'Blurred' : 'Dark', true).waitFor();
  },
  stored: instances,
};

const FORM = {
  components: ['first', 'second'].map(id => ({ id, type: 'input', label: id, isRequired: false, value: '' })),
};

const forms: EditorCase = {
  name: 'forms',
  type: 8,
  classes: [],
  async item(client, projectId, _, site) {
    await client.call('POST', `/project/${projectId}/custom-editor-template`, FORM);
    const [{ id }] = await client.call<[{ id: number }]>('POST', '/image/ext-create', {
      project_id: projectId,
      team_id: site.teamId,
      upload_state: 3,
      images: [{ name: 'conversation 1' }],
      meta: {},
    });
    return id;
  },
  ready: formReady,
  edit: (frame, number) =>
    fieldAt(frame, number === 0 ? 'first' : 'second')
      .getByRole('textbox')
      .fill(`Answer ${number}`),
  async stored(client, projectId, itemId, site) {
    const { status, body } = await client.send<string>(
      'GET',
      `/services/assets/api/v4/items/${itemId}/annotations/download?team_id=${site.teamId}&project_id=${projectId}&transform_version=llmJsonV3`,
    );
    if (status === 404) return 0;
    const { data } = JSON.parse(body) as { data: Readonly<Record<string, readonly { readonly value: unknown }[]>> };
    return Object.values(data).filter(values =>
      values.some(({ value }) => typeof value === 'string' && value.startsWith('Answer')),
    ).length;
  },
};

/** The editors whose own tests do not show that work is kept; those of vectors and masks have it in theirs. */
export const editorCases: readonly EditorCase[] = [tiled, pointClouds, video, texts, files, forms];
