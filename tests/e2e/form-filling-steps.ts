import type { Page } from 'playwright-core';
import type { Site } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';

/** A form project with one open item. */
export interface OpenedForm {
  readonly page: Page;
  /** Faults on the page that the test expects. */
  readonly allow: (pattern: RegExp) => void;
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

/** A new project with a form, and one item of it, opened by somebody. */
export async function openForm(
  site: Site,
  email: string,
  name: string,
  form: object,
  document?: object,
): Promise<OpenedForm> {
  const client = await site.client(email);
  const { id: projectId } = await client.project(name, 8);
  await client.call('POST', `/project/${projectId}/custom-editor-template`, form);
  const [{ id: itemId }] = await client.call<[{ id: number }]>('POST', '/image/ext-create', {
    project_id: projectId,
    team_id: site.teamId,
    upload_state: 3,
    images: [{ name: 'conversation 1' }],
    meta: {},
  });
  if (document !== undefined)
    await client.call(
      'PUT',
      `/services/assets/api/v4/items/${itemId}/annotations/upload?team_id=${site.teamId}&project_id=${projectId}&overwrite=true`,
      document,
    );
  const path = `/t/${site.teamId}/p/${projectId}/item/${itemId}`;
  const { page, allow } = await site.signedIn(email, path);
  await formReady(page);
  return {
    page,
    allow,
    client,
    projectId,
    itemId,
    path,
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

export const formReady = (page: Page): Promise<void> => page.locator('[data-form]').first().waitFor();

/** Saves with the keys that work while one types, and waits until it is done. */
export async function saveForm(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
}

export const fieldAt = (page: Page, key: string): ReturnType<Page['locator']> => page.locator(`[data-path="${key}"]`);
