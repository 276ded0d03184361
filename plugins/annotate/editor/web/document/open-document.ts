import { subscribeKey } from 'valtio/utils';
import type { Client } from '#core/api/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import type { annotationDocumentApi, OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { documentKind } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorHooks } from '../kit/editor-hooks.ts';
import type { DocumentPorts } from './document-state.ts';
import { EditorDocument } from './editor-document.ts';
import { ItemJournal } from './item-journal.ts';
import { LargeObjects } from './large/large-objects.ts';
import { keepActiveClass, lastActiveClass } from './last-class.ts';
import { openMask } from './mask/open-mask.ts';
import { patchesToSend } from './patches-to-send.ts';

/** Opens the document of an item, with its journal and mask, saved by calls of the server. */
export async function openDocument(
  opened: OpenedItem,
  email: string,
  hooks: EditorHooks,
  api: Client<typeof annotationDocumentApi>,
  ports: Omit<DocumentPorts, 'save' | 'reload' | 'notify'> & { readonly stored: () => void },
): Promise<EditorDocument> {
  const journal = await ItemJournal.open({
    email,
    teamId: opened.item.team_id,
    itemId: opened.item.id,
    itemName: opened.item.name,
    project: { id: opened.project.id, name: opened.project.name },
  });
  const params = { project_id: opened.project.id, item_id: opened.item.id };
  const mask =
    documentKind(opened.project.type) === 'parts'
      ? await openMask(opened, async png => (await api.saveMask({ params, body: png })).mask)
      : undefined;
  const objects = opened.large === null ? undefined : new LargeObjects(opened, opened.large, api);
  const document = new EditorDocument(
    opened,
    email,
    journal,
    hooks,
    {
      ...ports,
      save: async ({ op, base, data, edits, isEdited }) => {
        const patches = isEdited && objects === undefined ? patchesToSend(data, edits) : undefined;
        const answer = await (objects !== undefined
          ? objects.save(op, base, edits, data)
          : patches === undefined
            ? api.saveAnnotation({ params, body: { op, base, data } })
            : api.saveEdits({ params, body: { op, base, patches } }));
        ports.stored();
        return answer;
      },
      reload: () => objects?.reload() ?? api.openItem({ params }),
      notify: (text, tone) => toast(text, tone === undefined ? {} : { tone }),
    },
    mask,
    objects,
  );
  const last = lastActiveClass(opened.project.id, opened.classes);
  if (last !== undefined) document.setActiveClass(last);
  subscribeKey(document.state, 'activeClassId', id => keepActiveClass(opened.project.id, id));
  return document;
}
