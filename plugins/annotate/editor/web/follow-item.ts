import { Disposables, toDisposable } from '#core/base/common/index.ts';
import type { EventStream } from '#core/api/web/index.ts';
import type { SessionStore } from '#core/auth/web/index.ts';
import { classesEvents } from '#plugins/workspace/classes/common/index.ts';
import { itemsEvents } from '#plugins/workspace/items/common/index.ts';
import { projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { editorEvents } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorDocument } from './document/editor-document.ts';

/**
 * Keeps an open item in step with the server until the returned store is disposed. `refresh` loads what surrounds the
 * document.
 */
export function followItem(
  events: EventStream,
  session: SessionStore,
  { project, item }: OpenedItem,
  document: EditorDocument,
  refresh: () => void,
): Disposables {
  const following = new Disposables();
  following.add(
    events.on(editorEvents.annotationSaved, ({ item_id: id, revision }, envelope) => {
      if (id === item.id) document.noteRevision(revision, envelope.by);
    }),
  );
  following.add(
    events.on(editorEvents.annotationsSaved, ({ saved }, envelope) => {
      const own = saved.find(each => each.item_id === item.id);
      if (own !== undefined) document.noteRevision(own.revision, envelope.by);
    }),
  );
  following.add(
    events.on(classesEvents.changed, ({ project_id: id }) => {
      if (id === project.id) refresh();
    }),
  );
  following.add(
    events.on(projectsEvents.contributorsChanged, ({ project_id: id }) => {
      if (id === project.id) refresh();
    }),
  );
  following.add(
    events.on(itemsEvents.changed, ({ item_ids: ids, project_id: id }) => {
      if (id === project.id && (ids === undefined || ids.includes(item.id))) refresh();
    }),
  );
  following.add(
    events.onMessage(message => {
      if (message.type === 'reload') refresh();
    }),
  );
  const signedIn = setInterval(() => {
    // A save that waits for the sign-in goes on as soon as it is there, not at its next turn.
    if (!session.state.expired && document.state.save.kind === 'failed' && document.state.save.fault.status === 401)
      document.resume();
  }, 1_000);
  following.add(toDisposable(() => clearInterval(signedIn)));
  return following;
}
