import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { SiteClient } from '../support/site-client.ts';

/** Saves what a person made of an item, with a mask if there is one, in a copy of their own, and submits it. */
export async function submitCopy(
  person: SiteClient,
  projectId: number,
  itemId: number,
  document: object,
  mask?: Buffer,
): Promise<void> {
  const place = `/api/v1/project/${projectId}/item/${itemId}`;
  const stored = mask === undefined ? {} : await person.call<{ mask: string }>('PUT', `${place}/annotation/mask`, mask);
  await person.call('PUT', `${place}/annotation`, {
    op: newId(),
    base: 0,
    data: { ...document, ...('mask' in stored ? { mask: stored.mask } : {}) },
  });
  await person.call('POST', `${place}/agreement/own/submit`);
}
