import { setImmediate } from 'node:timers/promises';
import { inject } from 'inversify';
import { Fault, inTurns, notFound, serializing, TtlCache } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoleName } from '#core/permissions/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectType, ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { checkDocument, errorAt, isAccepted } from '../common/checks.ts';
import type { DocumentIssue } from '../common/checks.ts';
import type { ClassIndex } from '../common/class-index.ts';
import { indexClasses } from '../common/class-index.ts';
import { documentKind } from '../common/document-kind.ts';
import { readingDocument } from '../common/document.ts';
import type { AnnotationDocument } from '../common/document.ts';
import { isRecord } from '../common/json-value.ts';
import type { JsonRecord } from '../common/json-value.ts';
import { currentDocument } from '../common/legacy-document.ts';
import { maskField } from '../common/mask-facts.ts';
import { storedLabels } from '../common/point-labels/segments.ts';
import type { MissingResources, TemplateName } from '../common/resolve-classes.ts';
import { resolvingClasses } from '../common/resolve-classes.ts';
import { stampingUpload, stampSave } from '../common/stamp-document.ts';
import { findingUnstorable } from '../common/storable-text.ts';
import { AnnotationHooks } from './annotation-hooks.ts';
import { Masks } from './masks.ts';

/**
 * Origin of a document: the editor's has ids and is a person's work; an upload names things and is a pre-annotation;
 * a client's is an upload through the wire, which names its last action itself; an archive is our own export.
 */
export type DocumentSource = 'editor' | 'upload' | 'client' | 'archive';

/** Facts that are the same for all items of a project. */
export interface IntakeProject {
  /** Word of the project type. */
  readonly type: string;
  readonly typeNumber: number;
  readonly classes: ClassIndex;
  readonly templates: readonly TemplateName[];
  /** Returns the name of the caller's role in files; asked for when a document is taken in. */
  roleName(): Promise<string>;
}

/** A document that may be stored. */
export interface TakenDocument {
  /** With all lists, for whoever looks into it. */
  readonly document: AnnotationDocument;
  /** The stored JSON: of project types that no editor shapes, the document as it came. */
  readonly json: string;
  /** Objects, or answers of a form. */
  readonly instanceCount: number;
  readonly warnings: readonly DocumentIssue[];
  readonly missingResources: MissingResources;
}

const imageFamily: ReadonlySet<number> = new Set([1, 2, 5]);
const trust = { editor: 'prefer', upload: 'ignore', client: 'ignore', archive: 'fallback' } as const;

/**
 * Milliseconds for which the classes of a project are trusted without asking: how late a change in another process is
 * noticed.
 */
const TRUST = 2_000;

/**
 * Takes documents in: names resolved to today's classes, checked, put in stored form, stamped. Long documents are read
 * in turns, between which other calls are answered.
 */
export class DocumentIntake {
  readonly #indexes = new TtlCache<ClassIndex>(TRUST, 1000);

  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(Classes) private readonly classes: Classes,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(Masks) private readonly masks: Masks,
  ) {}

  /** Reads once what every document of the project needs. Throws NOT_FOUND. */
  async project(context: RequestContext, projectId: number): Promise<IntakeProject> {
    // Not `Projects.get`, which also counts the items: every opened item and every save comes by here.
    const facts = await this.projects.facts(context, projectId);
    if (facts === undefined) throw notFound('The project');
    let name: Promise<string> | undefined;
    const type = this.types.wordOf(facts.type);
    return {
      type,
      typeNumber: facts.type,
      classes: (await this.#indexes.get(`${context.team.id} ${projectId}`, async () =>
        indexClasses(await this.classes.ofProject(context, projectId)),
      ))!,
      templates: await this.hooks.templates.for(type).promise(context, []),
      roleName: () => (name ??= this.#roleName(context, projectId)),
    };
  }

  /** Forgets what is known of classes: some changed. */
  forgetClasses(): void {
    this.#indexes.forget();
  }

  /**
   * A document that comes without its mask is about the one that is stored: scripts change classes and attributes that
   * way.
   */
  async #mask(
    context: RequestContext,
    project: IntakeProject,
    item: ItemRow,
    document: JsonRecord,
    source: DocumentSource,
  ): Promise<JsonRecord> {
    if (project.type !== 'pixel' || source === 'editor' || document[maskField] !== undefined) return {};
    const mask = await this.masks.current(context, item.id);
    return mask === undefined ? {} : { [maskField]: mask };
  }

  async #roleName(context: RequestContext, projectId: number): Promise<string> {
    const membership = await this.projects.membership(context, projectId);
    if (membership === undefined) throw notFound('The project');
    return projectRoleName(membership.role) ?? `Role ${membership.role}`;
  }

  /** @throws Fault ANNOTATION_INVALID (422) with the findings as `details.issues`. */
  async take(
    context: RequestContext,
    project: IntakeProject,
    item: ItemRow,
    data: unknown,
    source: DocumentSource,
  ): Promise<TakenDocument> {
    const raw = source === 'editor' ? data : currentDocument(data, item.name);
    if (!isRecord(raw)) throw invalid([errorAt('', 'The annotation document must be an object')]);
    const metadata = raw['metadata'] ?? {};
    if (!isRecord(metadata)) throw invalid([errorAt('metadata', 'metadata must be an object')]);
    const named = {
      ...raw,
      ...(await this.#mask(context, project, item, raw, source)),
      metadata: { ...metadata, name: source === 'editor' ? item.name : (metadata['name'] ?? item.name) },
    };
    const isCloud = project.typeNumber === ProjectType.PointCloud;
    const resolved = await inTurns(
      resolvingClasses(isCloud ? storedLabels(named) : named, project.classes, {
        ids: trust[source],
        templates: project.templates,
      }),
      setImmediate,
    );

    const media = item.width === null || item.height === null ? undefined : { width: item.width, height: item.height };
    const issues = await this.hooks.checking
      .for(project.type)
      .promise(context, checkDocument({}, named), {
        document: source === 'editor' ? resolved.document : named,
        form: source === 'editor' ? 'internal' : 'export',
        classes: project.classes,
        item,
        media,
      });
    if (!isAccepted(issues)) throw invalid(issues);

    const author = { email: context.user.email, now: Date.now() };
    const uploaded = source === 'upload' || source === 'client';
    const stamped = uploaded
      ? await inTurns(
          stampingUpload(resolved.document, author, imageFamily.has(project.typeNumber), source === 'client'),
          setImmediate,
        )
      : stampSave(resolved.document, author);
    const whole = await read(stamped);
    const document = await this.hooks.saving.for(project.type).promise(context, whole, item);
    const shaped = document !== whole || documentKind(project.typeNumber) === 'flat';
    const json = await inTurns(serializing(shaped ? document : stamped), setImmediate);
    const unstorable = await inTurns(findingUnstorable(document, json), setImmediate);
    if (unstorable.length > 0) throw invalid(unstorable);
    // A stored form has no lists of its own.
    const readable = shaped && documentKind(project.typeNumber) === 'form' ? await read(document) : document;
    return {
      document: readable,
      json,
      instanceCount: whole.instances.length,
      warnings: issues,
      missingResources: resolved.missingResources,
    };
  }
}

async function read(json: unknown): Promise<AnnotationDocument> {
  try {
    return await inTurns(readingDocument(json), setImmediate);
  } catch (error) {
    if (error instanceof TypeError) throw invalid([errorAt('', error.message)]);
    throw error;
  }
}

function invalid(issues: readonly DocumentIssue[]): Fault {
  const errors = issues.filter(issue => issue.severity === 'error');
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const text =
    first === undefined ? 'they are not valid' : `${first.path === '' ? '' : `${first.path}: `}${first.message}${more}`;
  return new Fault('ANNOTATION_INVALID', `The annotations could not be stored. ${text}`, {
    status: 422,
    details: { issues: errors.slice(0, 500) },
  });
}
