import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Site, Visit } from '../support/browser.ts';
import type { StoredInstance } from '../support/site-client.ts';
import type { SiteClient } from '../support/site-client.ts';
import { pictureReady, targets } from './editor-steps.ts';
import type { Placement } from './picture-on-screen.ts';
import { markedPicture } from './picture-on-screen.ts';

type Corner = readonly [x: number, y: number];
type Key = 'Alt' | 'Shift' | 'Control';

/** The vector editor before a person: gestures in image pixels, by real pointer and keys. */
export class VectorController {
  private constructor(
    readonly page: Page,
    readonly placement: Placement,
    readonly client: SiteClient,
    readonly projectId: number,
    readonly itemId: number,
  ) {}

  /**
   * A new project with one picture of 800 × 600, the classes Flower and Leaf, the tags Sunny and Rainy and a skeleton,
   * opened.
   */
  static async open(
    site: Site,
    email: string,
    name: string,
    options?: Parameters<Site['signedIn']>[2],
    picture?: { readonly name: string; readonly bytes: Uint8Array },
  ): Promise<{ readonly controller: VectorController; readonly visit: Visit }> {
    const client = await site.client(email);
    const { id: projectId } = await client.project(name);
    const { id: itemId } = await client.upload(
      projectId,
      picture?.name ?? 'field.png',
      picture?.bytes ?? (await markedPicture()),
    );
    await client.call('POST', `/classes?project_id=${projectId}`, {
      classes: [
        { name: 'Flower', color: '#D7263D', type: 1, attribute_groups: [] },
        { name: 'Leaf', color: '#1B998B', type: 1, attribute_groups: [] },
        ...['Sunny', 'Rainy'].map(tag => ({ name: tag, color: '#8F3985', type: 2, attribute_groups: [] })),
      ],
    });
    await client.send('POST', '/templates', {
      name: 'Stick figure',
      data: {
        points: [
          { x: 5, y: 0 },
          { x: 5, y: 10 },
          { x: 0, y: 20 },
          { x: 10, y: 20 },
        ],
        connections: [
          [0, 1],
          [1, 2],
          [1, 3],
        ],
        labels: ['head', 'hip', 'left foot', 'right foot'],
      },
    });
    const visit = await site.signedIn(email, `/t/${site.teamId}/p/${projectId}/item/${itemId}`, options);
    return {
      controller: new VectorController(visit.page, await pictureReady(visit.page), client, projectId, itemId),
      visit,
    };
  }

  /** The same project on another page, where an item of it is open. */
  static async onPage(page: Page, client: SiteClient, projectId: number, itemId: number): Promise<VectorController> {
    return new VectorController(page, await pictureReady(page), client, projectId, itemId);
  }

  /** The window pixel of an image place. */
  screen(at: Corner): Corner {
    return targets(this.placement, [at])[0]!.screen;
  }

  /** The image place of the window pixel nearest to an image place: what is truly clicked. */
  image(at: Corner): Corner {
    return targets(this.placement, [at])[0]!.image;
  }

  press(...keys: readonly string[]): Promise<void> {
    return keys.reduce<Promise<void>>(async (before, key) => {
      await before;
      await this.page.keyboard.press(key);
    }, Promise.resolve());
  }

  async click(at: Corner, held: readonly Key[] = [], button: 'left' | 'right' = 'left'): Promise<void> {
    await this.#holding(held, async () => {
      await this.page.mouse.move(...this.screen(at));
      await this.page.mouse.down({ button });
      await this.page.mouse.up({ button });
    });
  }

  async doubleClick(at: Corner): Promise<void> {
    await this.page.mouse.dblclick(...this.screen(at));
  }

  /** Presses at the first place, passes the others and lets go at the last one. */
  async drag(places: readonly Corner[], held: readonly Key[] = []): Promise<void> {
    await this.#holding(held, async () => {
      const [first, ...others] = places;
      await this.page.mouse.move(...this.screen(first!), { steps: 2 });
      await this.page.mouse.down();
      for (const place of others) await this.page.mouse.move(...this.screen(place), { steps: 2 });
      await this.page.mouse.up();
    });
  }

  /** Saves, and answers what is stored once it has so many objects. */
  async stored(count: number): Promise<readonly StoredInstance[]> {
    await this.press('Control+s');
    let found: readonly StoredInstance[] = [];
    await expect
      .poll(async () => {
        found = (await this.client.annotation(this.projectId, this.itemId)).document.instances;
        return found.length;
      })
      .toBe(count);
    await this.page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    return (await this.client.annotation(this.projectId, this.itemId)).document.instances;
  }

  /** Removes all shapes, and stores that. */
  async clear(): Promise<void> {
    await this.press('Escape', 'Escape', 'v', 'Control+a', 'Delete');
    await this.stored(0);
  }

  async #holding(held: readonly Key[], work: () => Promise<void>): Promise<void> {
    for (const key of held) await this.page.keyboard.down(key);
    await work();
    for (const key of held.toReversed()) await this.page.keyboard.up(key);
  }
}
