import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { Items } from '#plugins/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { editorApi } from '../common/api.ts';
import { AnnotationRights } from './annotation-rights.ts';
import { AnnotationStore } from './annotation-store.ts';
import { DocumentIntake } from './document-intake.ts';
import { editorHandlers } from './editor-handlers.ts';
import { Annotations, EditorHooks } from './kit/index.ts';
import { OpenedItems } from './opened-items.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Annotations, EditorHooks],
  bindings(container) {
    container.bind(EditorHooks).toSelf();
    container.bind(AnnotationRights).toSelf();
    container.bind(AnnotationStore).toSelf();
    container.bind(DocumentIntake).toSelf();
    container.bind(Annotations).toSelf();
    container.bind(OpenedItems).toSelf();
  },
  activate({ get, implement }) {
    implement(editorApi, editorHandlers(get(OpenedItems), get(Items), get(Annotations)));
  },
});
