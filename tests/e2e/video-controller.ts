import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Site } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { frameOnScreen, RECORDED, recordVideo } from './video-recording.ts';

type Corner = readonly [x: number, y: number];

interface StoredKey {
  readonly timestamp: number;
  readonly points: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
  readonly hold?: boolean;
  readonly confidence?: number;
}

/** A stored track, as far as the tests look at it. */
export interface StoredTrack {
  readonly id: string;
  readonly type: string;
  readonly className?: string;
  readonly parameters: readonly {
    readonly start: number;
    readonly end: number;
    readonly timestamps: readonly StoredKey[];
  }[];
}

/** Beginnings of the recorded frames in microseconds: a variable rate, as of phones, whose frames are long in the dark. */
export const VARIABLE: readonly number[] = Array.from(
  { length: 80 },
  (_, at) => at * 33_000 + Math.floor(at / 7) * 21_000,
);
let recorded: Promise<Buffer> | undefined;

/** A video project with one recorded video, opened by somebody. */
export class VideoController {
  private constructor(
    readonly page: Page,
    readonly client: SiteClient,
    readonly projectId: number,
    readonly itemId: number,
  ) {}

  /** A new project with the classes Car, Person and others, and one video, opened. */
  static async open(
    site: Site,
    email: string,
    name: string,
    moreClasses: readonly object[] = [],
  ): Promise<VideoController> {
    const client = await site.client(email);
    const { id: projectId } = await client.project(name, 3);
    await client.classes(projectId, ['Car', 'Person']);
    if (moreClasses.length > 0) await client.call('POST', `/classes?project_id=${projectId}`, { classes: moreClasses });
    const { page } = await site.signedIn(email, `/t/${site.teamId}/p/${projectId}/data`);
    recorded ??= recordVideo(page, VARIABLE);
    const { id: itemId } = await client.upload(projectId, 'drive.webm', await recorded);
    await lead(page, `/t/${site.teamId}/p/${projectId}/item/${itemId}`);
    const controller = new VideoController(page, client, projectId, itemId);
    await controller.shows(0);
    return controller;
  }

  /** Waits until a frame is on the screen: the one the editor says, with the picture of that number. */
  async shows(frame: number): Promise<void> {
    await expect
      .poll(async () =>
        (await this.page.locator('[data-video-frame]').count()) === 0 ? undefined : frameOnScreen(this.page),
      )
      .toEqual({ said: frame, shown: frame });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async goTo(frame: number): Promise<void> {
    await this.press('Backquote');
    await this.page.keyboard.type(String(frame + 1));
    await this.press('Enter');
    await this.shows(frame);
  }

  /** Pixels of the window at places of the picture. */
  async screen(...places: readonly Corner[]): Promise<readonly Corner[]> {
    const box = (await this.page.locator('[data-video-frame] canvas').boundingBox())!;
    return places.map(([x, y]) => [
      Math.round(box.x + (x / RECORDED.width) * box.width),
      Math.round(box.y + (y / RECORDED.height) * box.height),
    ]);
  }

  async drag(...places: readonly Corner[]): Promise<void> {
    const [first, ...others] = await this.screen(...places);
    await this.page.mouse.move(...first!, { steps: 2 });
    await this.page.mouse.down();
    for (const place of others) await this.page.mouse.move(...place, { steps: 6 });
    await this.page.mouse.up();
  }

  /** Saves, and answers what is stored then. */
  async stored(): Promise<readonly StoredTrack[]> {
    await this.press('Control+s');
    await this.page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    return (await this.client.annotation(this.projectId, this.itemId)).document
      .instances as unknown as readonly StoredTrack[];
  }
}
