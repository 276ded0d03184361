import type { Page } from 'playwright-core';
import type { Site } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import type { PageOrFrame } from './page-frames.ts';
import { frameOf } from './page-frames.ts';

/** A file of a project of any files. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A stored answer. */
export interface StoredTag {
  readonly className: string;
  readonly attributes: readonly { readonly groupName: string; readonly name: string | number }[];
}

/** A project of any files with its items, and what is stored of them. */
export interface Papers {
  readonly client: SiteClient;
  readonly projectId: number;
  readonly itemIds: readonly number[];
  /** Path of an item, walked in the order of names. */
  path(place: number): string;
  stored(place: number): Promise<readonly StoredTag[]>;
  /** `Document type(Invoice)`, one for each answer. */
  said(place: number): Promise<readonly string[]>;
}

const choices = (...names: readonly string[]): readonly object[] => names.map(name => ({ name }));

export const paperClasses = [
  { name: 'Blurred', color: '#5C6672', type: 2, attribute_groups: [] },
  { name: 'Needs redaction', color: '#B45F06', type: 2, attribute_groups: [] },
  {
    name: 'Document type',
    color: '#D7263D',
    type: 2,
    attribute_groups: [
      { name: 'Kind', group_type: 'radio', isRequired: true, attributes: choices('Invoice', 'Letter', 'Contract') },
    ],
  },
  {
    name: 'Quality',
    color: '#1B998B',
    type: 2,
    attribute_groups: [
      { name: 'Flaws', group_type: 'checklist', attributes: choices('Cut off', 'Stained', 'Dark') },
      { name: 'Remark', group_type: 'text', attributes: [] },
    ],
  },
  ...Array.from({ length: 9 }, (_, at) => ({
    name: `Topic ${at + 1}`,
    color: '#2E86AB',
    type: 2,
    attribute_groups: [],
  })),
];

/** A new project of any files with classes. */
export async function papers(site: Site, email: string, name: string, files: readonly SentFile[]): Promise<Papers> {
  const client = await site.client(email);
  const { id: projectId } = await client.project(name, 6);
  await client.call('POST', `/classes?project_id=${projectId}`, { classes: paperClasses });
  const itemIds: number[] = [];
  for (const { name: file, bytes } of files) itemIds.push((await client.upload(projectId, file, bytes)).id);
  const stored = async (place: number): Promise<readonly StoredTag[]> =>
    (await client.annotation(projectId, itemIds[place]!)).document.instances as unknown as readonly StoredTag[];
  return {
    client,
    projectId,
    itemIds,
    stored,
    path: place => `/t/${site.teamId}/p/${projectId}/item/${itemIds[place]}?from=sort%3Dname`,
    said: async place =>
      (await stored(place)).map(({ className, attributes }) =>
        attributes.length === 0 ? className : `${className}(${attributes.map(each => each.name).join(', ')})`,
      ),
  };
}

/** Waits until an item of that name is open and can be classified. */
export async function itemReady(view: PageOrFrame, name: string): Promise<void> {
  const frame = frameOf(view);
  await frame.locator('header').getByTitle(name, { exact: true }).waitFor();
  await frame
    .getByRole('tabpanel')
    .getByRole('button', { name: /^(Save and next|Submit and next|Next)/ })
    .waitFor();
}

/** The button of a class, by its name. */
export const classButton = (view: PageOrFrame, name: string, pressed?: boolean): ReturnType<Page['getByRole']> =>
  frameOf(view)
    .getByRole('tabpanel')
    .getByRole('button', { name: new RegExp(`^${name}`), ...(pressed === undefined ? {} : { pressed }) });

/** Saves, and waits until it is stored. */
export const store = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
};
