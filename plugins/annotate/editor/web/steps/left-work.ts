import type { Client } from '#core/api/web/index.ts';
import type { annotationDocumentApi, OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { ItemJournal } from '../document/item-journal.ts';
import { openDocument } from '../document/open-document.ts';
import type { AppHost } from '../host/app-host.ts';
import type { EditorHooks } from '../kit/editor-hooks.ts';
import type { QueuedStep } from './queued-step.ts';

/**
 * Outcome of storing the work on an item: its status before and after. `later` while the server is out of reach or
 * another tab holds the work; undefined when a person has to look at it first.
 */
export type StoredWork = { readonly before: number; readonly after: number } | 'later' | undefined;

/** Stores the work that earlier pages left on the item of a step. @throws Fault when the item cannot be opened */
export async function storeLeftWork(
  { teamId, projectId, itemId }: QueuedStep,
  email: string,
  hooks: EditorHooks,
  api: Client<typeof annotationDocumentApi>,
  host: AppHost,
): Promise<StoredWork> {
  if (await ItemJournal.isHeld({ email, teamId, itemId })) return 'later';
  return storeDrafts(
    await api.openItem({ params: { project_id: projectId, item_id: itemId } }),
    email,
    hooks,
    api,
    host,
  );
}

/** Stores the drafts that earlier pages left of an item that was just opened. */
export async function storeDrafts(
  opened: OpenedItem,
  email: string,
  hooks: EditorHooks,
  api: Client<typeof annotationDocumentApi>,
  host: AppHost,
): Promise<StoredWork> {
  const document = await openDocument(opened, email, hooks, api, {
    stored: () => undefined,
    refusal: () => Promise.resolve(undefined),
    refused: ({ status }) => host.client.emit('api_error', { action: 'saveAnnotation', status }),
    storedAs: revision => host.reportSaved(opened, revision),
    statusChanged: () => undefined,
  });
  try {
    if (document.objects?.preparing === true) return 'later';
    await document.begin();
    if (document.state.conflicts !== undefined) return undefined;
    if (await document.save()) return { before: opened.item.annotation_status, after: document.state.status };
    return waits(document.state.save.kind) ? 'later' : undefined;
  } finally {
    document.dispose();
  }
}

/** True while saving goes on by itself. */
export const waits = (kind: string): boolean => kind === 'offline' || kind === 'failed';
