import { ChangeHook, ChoiceHook, NoticeHook, QuestionHook } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import type { AnnotationDocument, Edit, Patch } from '#plugins/annotate/annotations/common/index.ts';
import type { Blocker } from '../../common/blockers.ts';
import type { AssistantTool } from './assistant.ts';
import type { EditorSession, EditorType } from './editor-type.ts';
import type { OpenWork } from './open-item.ts';

/** A task for somebody who has no other left, or what to say instead. */
export type TaskOffer = { readonly itemId: number } | { readonly message: string };

/** A list of items that another plugin shows, in its order. */
export interface ListedItems {
  readonly ids: () => Promise<readonly number[]>;
  /** Address of the page that shows it. */
  readonly path: string;
}

/** The picture that tools of intelligent help work on. */
export interface AssistedPicture {
  /** True where it is too large for a model to look at all of it: only the part in view is looked at. */
  readonly inParts: boolean;
}

/** Hooks of editor plugins and others into the frame. Tap with `activation: { with: 'editor' }`. */
export class EditorHooks {
  /** Chooses the editor of an item: the first answer wins. The project type is a word, e.g. `vector`. */
  readonly choosing = new ChoiceHook<[projectType: string, item: Item], () => Promise<EditorType>>('editor.choosing');
  /** Before an edit is made; other patches may be given in its place. */
  readonly drafting = new ChangeHook<readonly Patch[], [session: EditorSession]>('editor.drafting');
  /** An edit was made; undo and redo are edits too. */
  readonly annotated = new NoticeHook<[session: EditorSession, edit: Edit]>('editor.annotated');
  /** Before a document is sent to be stored. */
  readonly saving = new ChangeHook<AnnotationDocument, [item: Item]>('editor.saving');
  /** Classes of objects the list offers right now, in display order; a person can ask for all of them. */
  readonly offering = new ChangeHook<readonly AnnotationClass[]>('editor.offering');
  /** Tools of intelligent help for the image-like editors, in the order of the tool bar. */
  readonly assisting = new ChangeHook<readonly AssistantTool[], [session: EditorSession, picture?: AssistedPicture]>(
    'editor.assisting',
  );
  /** The items that follow the open one in its list, nearest first: what takes time can be prepared. */
  readonly approaching = new NoticeHook<[itemIds: readonly number[]]>('editor.approaching');
  /**
   * The list that an item was opened from, by what the address has in `from`; without an answer it is a list of the
   * data tab.
   */
  readonly listing = new QuestionHook<[from: string, projectId: number], ListedItems>('editor.listing');
  /** The primary step is asked for; true when an action other than the item's status was done in its place. */
  readonly submitting = new QuestionHook<[work: OpenWork], boolean>('editor.submitting');
  /** Collects what is left to do before the item moves to a status; a person may move it all the same. */
  readonly blocking = new ChangeHook<readonly Blocker[], [work: OpenWork, to: number]>('editor.blocking');
  /** The person asks for the next task and has no other than the open item. */
  readonly outOfTasks = new QuestionHook<[work: OpenWork], TaskOffer>('editor.outOfTasks');
}
