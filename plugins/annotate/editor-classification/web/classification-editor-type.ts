import type { EditorType } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ContentFacts } from '../common/content-facts.ts';
import type { ClassificationHost } from './classification-editor.ts';
import { ClassificationEditor } from './classification-editor.ts';

/** The editor for projects of any files (project type 6). Objects and their classes are no part of them. */
export const classificationEditorType = ({
  learned,
  ...host
}: Omit<ClassificationHost, 'learned'> & { learned(itemId: number, facts: ContentFacts): void }): EditorType => ({
  projectType: 'classification',
  withoutPanels: ['editor.objects', 'editor.classes'],
  open: (session, element) =>
    new ClassificationEditor(session, element, { ...host, learned: facts => learned(session.item.id, facts) }),
});
