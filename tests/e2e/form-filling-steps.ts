import type { Page } from 'playwright-core';
import type { Site } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import type { PageOrFrame } from './page-frames.ts';
import { frameOf } from './page-frames.ts';

/** A form project with one item. */
export interface MadeForm {
  readonly client: SiteClient;
  readonly projectId: number;
  readonly itemId: number;
  readonly path: string;
  /** The values as they are stored, by component. */
  stored(): Promise<
    Readonly<
      Record<string, readonly { readonly value: unknown; readonly element_path: readonly (string | number)[] }[]>
    >
  >;
}

/** A form project whose item is open. */
export interface OpenedForm extends MadeForm {
  readonly page: Page;
  /** Faults on the page that the test expects. */
  readonly allow: (pattern: RegExp) => void;
}

/** A new project with a form, and one item of it; `data` is the address of the JSON that the item has attached. */
export async function makeForm(
  site: Site,
  email: string,
  name: string,
  form: object,
  { document, data }: { readonly document?: object; readonly data?: string } = {},
): Promise<MadeForm> {
  const client = await site.client(email);
  const { id: projectId } = await client.project(name, 8);
  await client.call('POST', `/project/${projectId}/custom-editor-template`, form);
  const [{ id: itemId }] = await client.call<[{ id: number }]>('POST', '/image/ext-create', {
    project_id: projectId,
    team_id: site.teamId,
    upload_state: 3,
    images: [{ name: 'conversation 1', ...(data === undefined ? {} : { path: data }) }],
    meta: {},
  });
  if (document !== undefined)
    await client.call(
      'PUT',
      `/services/assets/api/v4/items/${itemId}/annotations/upload?team_id=${site.teamId}&project_id=${projectId}&overwrite=true`,
      document,
    );
  return {
    client,
    projectId,
    itemId,
    path: `/t/${site.teamId}/p/${projectId}/item/${itemId}`,
    stored: async () =>
      (
        JSON.parse(
          await client.call<string>(
            'GET',
            `/services/assets/api/v4/items/${itemId}/annotations/download?team_id=${site.teamId}&project_id=${projectId}&transform_version=llmJsonV3`,
          ),
        ) as { data: Awaited<ReturnType<OpenedForm['stored']>> }
      ).data,
  };
}

/** Makes somebody an annotator of the project, and assigns the item to them. */
export async function assignForm({ client, projectId, itemId }: MadeForm, email: string): Promise<void> {
  await client.call('POST', `/api/v1/project/${projectId}/share/bulk`, { users: [{ user_id: email, user_role: 1 }] });
  await client.call('POST', `/api/v1/project/${projectId}/items/change`, {
    selection: { item_ids: [itemId] },
    change: { kind: 'assign', value: email },
  });
}

/** A new project with a form, and one item of it, opened by the person who made it. */
export async function openForm(
  site: Site,
  email: string,
  name: string,
  form: object,
  more?: { readonly document?: object; readonly data?: string },
): Promise<OpenedForm> {
  const made = await makeForm(site, email, name, form, more);
  const { page, allow } = await site.signedIn(email, made.path);
  await formReady(page);
  return { ...made, page, allow };
}

export const formReady = (view: PageOrFrame): Promise<void> => frameOf(view).locator('[data-form]').first().waitFor();

/** Saves with the keys that work while one types, and waits until it is done. */
export async function saveForm(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
}

export const fieldAt = (view: PageOrFrame, key: string): ReturnType<Page['locator']> =>
  frameOf(view).locator(`[data-path="${key}"]`);
