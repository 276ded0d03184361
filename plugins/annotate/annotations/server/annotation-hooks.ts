import { ChoiceHook, KeyedHooks, NoticeHook, QuestionHook, RevisionHook, StageHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { DocumentIssue } from '../common/checks.ts';
import type { ClassIndex } from '../common/class-index.ts';
import type { AnnotationDocument, Instance } from '../common/document.ts';
import type { Outline } from '../common/geometry/outline.ts';
import type { JsonSchema } from '../common/json-schema.ts';
import type { JsonRecord } from '../common/json-value.ts';
import type { TemplateName } from '../common/resolve-classes.ts';
import type { DocumentForm } from '../common/shared-schema.ts';
import type { AnnotationWrite } from './annotation-store.ts';

/** A document to be checked, and what the checks may know. */
export interface CheckRequest {
  readonly document: JsonRecord;
  /** `internal` for what the editor saves (ids), `export` for files and uploads (names). */
  readonly form: DocumentForm;
  readonly classes: ClassIndex;
  readonly item: ItemRow;
  /** Pixels of the upright image, when the item has one. */
  readonly media: { readonly width: number; readonly height: number } | undefined;
}

/** A document that was stored. */
export interface StoredAnnotation {
  readonly item: ItemRow;
  readonly revision: number;
  readonly document: AnnotationDocument;
  /** False for one of many documents that are stored at once; reading its `document` then parses it again. */
  readonly single: boolean;
}

/** One of many documents that are stored at once. */
export interface StoredDocument {
  readonly itemId: number;
  /** Read when it is asked for; undefined when the annotations were deleted. */
  readonly document: AnnotationDocument | undefined;
}

/** A copy of an item's annotations that one person works on, apart from those of the item. */
export interface OwnWork {
  /** As it was stored; undefined when nothing was yet. */
  readonly document: unknown;
  /** 0 when nothing was stored yet. */
  readonly revision: number;
  readonly updatedAt: Date | undefined;
  /** Why it may not be changed any more, in words for the screen. */
  readonly readOnly: string | undefined;
  /** Inside the caller's transaction. @throws Fault CONFLICT (409) when the base is not the newest revision */
  write(write: AnnotationWrite): Promise<{ readonly revision: number; readonly replayed: boolean }>;
}

/** A component of a form that holds a value. */
export interface ValueField {
  /** Its values are under this id in documents. */
  readonly id: string;
  readonly title: string;
  /** False where annotators can only read it. */
  readonly answered: boolean;
}

/** Hooks of editor plugins and others into the storing of annotations. */
export class AnnotationHooks {
  /** Findings about a document, by the word of the project type (`vector`): an error refuses it. */
  readonly checking = new KeyedHooks(
    (type: string) =>
      new RevisionHook<RequestContext, readonly DocumentIssue[], [request: CheckRequest]>(
        `annotations.checking.${type}`,
      ),
  );
  /** The form in which a checked document is stored, by the word of the project type. */
  readonly saving = new KeyedHooks(
    (type: string) =>
      new RevisionHook<RequestContext, AnnotationDocument, [item: ItemRow]>(`annotations.saving.${type}`),
  );
  /** A stored document as an editor opens it, by the word of the project type; `saving` is the way back. */
  readonly opening = new KeyedHooks(
    (type: string) => new RevisionHook<RequestContext, JsonRecord, [item: ItemRow]>(`annotations.opening.${type}`),
  );
  /**
   * A stored document as it is handed, in its stored form, to somebody who is bound to a part of the project, by the
   * word of the project type.
   */
  readonly handing = new KeyedHooks(
    (type: string) => new RevisionHook<RequestContext, JsonRecord, [item: ItemRow]>(`annotations.handing.${type}`),
  );
  /**
   * Checks the caller's right to store an editor's document, or the owner of a part of the project of an uploaded one,
   * given what is stored now (undefined: nothing), by the word of the project type. A fault refuses it.
   */
  readonly accepting = new KeyedHooks(
    (type: string) =>
      new RevisionHook<RequestContext, JsonRecord, [item: ItemRow, stored: JsonRecord | undefined]>(
        `annotations.accepting.${type}`,
      ),
  );
  /** Loads data that an editor needs beside the document, by the word of the project type. */
  readonly equipping = new KeyedHooks(
    (type: string) => new RevisionHook<RequestContext, JsonRecord, [item: ItemRow]>(`annotations.equipping.${type}`),
  );
  /** The JSON Schema of uploads, by the word of the project type; undefined where no editor has one. */
  readonly describing = new KeyedHooks(
    (type: string) => new RevisionHook<RequestContext, JsonSchema | undefined>(`annotations.describing.${type}`),
  );
  /** The skeleton templates that documents may name, by the word of the project type. */
  readonly templates = new KeyedHooks(
    (type: string) => new RevisionHook<RequestContext, readonly TemplateName[]>(`annotations.templates.${type}`),
  );
  /**
   * Returns the components of a project's form that hold values which can be given to other items, in reading order, by
   * the word of the project type.
   */
  readonly valueFields = new KeyedHooks(
    (type: string) =>
      new RevisionHook<RequestContext, readonly ValueField[], [projectId: number]>(`annotations.valueFields.${type}`),
  );
  /**
   * Returns the outline of an instance, in pixels of the upright image, by the word of the project type; for types
   * whose instances have outlines.
   */
  readonly outlining = new KeyedHooks(
    (type: string) => new ChoiceHook<[instance: Instance], Outline>(`annotations.outlining.${type}`),
  );
  /** The copy of their own on which the caller works on an item; no answer: on the annotations of the item. */
  readonly working = new QuestionHook<[context: RequestContext, item: ItemRow], OwnWork>('annotations.working');
  /** Inside the transaction of a save; a fault rolls it back. */
  readonly storing = new StageHook<[context: RequestContext, stored: StoredAnnotation]>('annotations.storing');
  /**
   * The same for all documents of one project that are stored at once, one or thousands; undefined documents were
   * deleted. Copies of items come by `ItemsHooks.copyingAnnotations`.
   */
  readonly storingMany = new StageHook<[context: RequestContext, projectId: number, stored: readonly StoredDocument[]]>(
    'annotations.storingMany',
  );
  /** After the commit. */
  readonly saved = new NoticeHook<[context: RequestContext, stored: StoredAnnotation]>('annotations.saved');
}
