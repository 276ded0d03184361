import { createHmac } from 'node:crypto';
import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { SecretBox } from '#core/data/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { AnnotationDocument, DocumentIssue, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import {
  documentKind,
  isRecord,
  readDocument,
  recordsOf,
  warningAt,
} from '#plugins/annotate/annotations/common/index.ts';
import type { CheckRequest, ValueField } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import type {
  AddressSource,
  FormComponent,
  FormDocument,
  FormReader,
  Visibility,
} from '#plugins/annotate/form/common/index.ts';
import {
  checkValues,
  closeGaps,
  FormPlan,
  isFormInstance,
  isAnswered,
  isOpenForm,
  labelOf,
  missingAnswers,
  openForm,
  placeText,
  readForm,
  runningScripts,
  storeForm,
  visibilityOf,
} from '#plugins/annotate/form/common/index.ts';
import { Forms, FormVersions } from '#plugins/annotate/form/server/kit/index.ts';
import type { ConstraintFinding, ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { acceptForm, beside, withholdHidden, withoutHidden } from '../common/accept-form.ts';
import type { MarkOf } from '../common/accept-form.ts';

/** Statuses in which annotators fill in a form: not started and in progress. */
const WORKING_STATUSES = [1, 2];

interface ReadForm {
  readonly form: FormDocument;
  readonly plan: FormPlan;
}

/** Documents of Multimodal projects: how they are opened, checked, and stored. */
export class FormDocuments {
  /** Read once in each call. */
  readonly #read = new WeakMap<RequestContext, Map<number, Promise<ReadForm>>>();
  readonly #key: Buffer;

  constructor(
    @inject(Forms) private readonly forms: Forms,
    @inject(FormVersions) private readonly versions: FormVersions,
    @inject(Projects) private readonly projects: Projects,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(SecretBox) secrets: SecretBox,
  ) {
    this.#key = secrets.derive('form/withheld');
  }

  /** The stored form as the caller opens it: without what is hidden from them. */
  async open(context: RequestContext, stored: JsonRecord, item: ItemRow): Promise<JsonRecord> {
    const { plan } = await this.#form(context, item.project_id);
    const open = openForm(stored);
    // The database keeps fields in an order of its own; people read them as they are in the form.
    const place = new Map(plan.fields.map(({ component }, at) => [component.id, at]));
    const placeOf = (each: JsonRecord): number => place.get(String(each['component_id'])) ?? place.size;
    const instances = recordsOf(open['instances']).toSorted((one, other) => placeOf(one) - placeOf(other));
    return withholdHidden({ ...open, instances }, plan, await this.#reader(context, item), this.#marks(item));
  }

  /**
   * The stored form as it is handed to somebody who is bound to a part of the project: without what is hidden from
   * them.
   */
  async hand(context: RequestContext, stored: JsonRecord, item: ItemRow): Promise<JsonRecord> {
    const { plan } = await this.#form(context, item.project_id);
    const open = openForm(stored);
    const shown = withoutHidden(open, plan, await this.#reader(context, item));
    return shown === open ? stored : storeForm(readDocument(shown), plan.hasGroups);
  }

  /** @throws Fault FORBIDDEN (403) naming the components the caller changed although they may not. */
  async accept(
    context: RequestContext,
    sent: JsonRecord,
    item: ItemRow,
    stored: JsonRecord | undefined,
  ): Promise<JsonRecord> {
    const { plan } = await this.#form(context, item.project_id);
    const now = openForm(stored ?? { instances: [], comments: [] });
    // An upload holds no marks: where something is hidden from who sends it, it would be lost, and is refused.
    const { document, refused } = acceptForm(
      isOpenForm(sent) ? sent : openForm(sent),
      now,
      plan,
      await this.#reader(context, item),
      this.#marks(item),
    );
    if (refused.length > 0)
      throw new Fault(
        'FORBIDDEN',
        `The annotations could not be stored. Your role may not change ${refused.map(each => `“${each}”`).join(', ')} in this status.`,
        { status: 403, details: { components: refused } },
      );
    return isOpenForm(sent) ? { ...document, form_stored: now['form_stored'] } : sent;
  }

  /** Findings about values. What a person types is stored as it is and reported; an upload with errors is refused. */
  async check(
    context: RequestContext,
    { document, form: source, item }: CheckRequest,
  ): Promise<readonly DocumentIssue[]> {
    const { plan } = await this.#form(context, item.project_id);
    const found = plan.components.length === 0 ? [] : checkValues(plan, document);
    const opened = isOpenForm(document) ? document : openForm(document);
    const { moved } = closeGaps(readDocument({ metadata: {}, instances: opened['instances'] }).instances);
    return [
      ...(source === 'internal' ? found.map((each): DocumentIssue => ({ ...each, severity: 'warning' })) : found),
      ...moved.map(each => warningAt('', each)),
    ];
  }

  /** The compact form, rows without gaps, with the version of the project's form it was filled in with. */
  async store(context: RequestContext, document: AnnotationDocument, item: ItemRow): Promise<AnnotationDocument> {
    const open = isOpenForm(document) ? document : readDocument(openForm(document));
    const { instances, moved } = closeGaps(open.instances);
    // What is uploaded stays as it came, unless its rows have gaps.
    if (open !== document && moved.length === 0) return document;
    // What is uploaded says itself which form it was made with, or nothing.
    const version = isOpenForm(document) ? await this.versions.newest(context, item.project_id) : 0;
    const metadata = version === 0 ? open.metadata : { ...open.metadata, form_version: version };
    return storeForm({ ...open, metadata, instances }, (await this.#form(context, item.project_id)).plan.hasGroups);
  }

  /**
   * Returns the data that the editor needs: the form, its scripts that run here, names of its secrets, and who looks at
   * it.
   */
  async equip(context: RequestContext, item: ItemRow): Promise<JsonRecord> {
    const { form } = await this.#form(context, item.project_id);
    const { role, status } = await this.#reader(context, item);
    return {
      form: { components: form.components, meta: form.meta },
      env: Object.fromEntries(form.environments.filter(each => !each.secure).map(each => [each.name, each.value])),
      secure: form.environments.filter(each => each.secure).map(each => each.name),
      scripts: runningScripts(form).map(([name, source]) => ({ name, source })),
      role,
      status,
      project: item.project_id,
    };
  }

  /**
   * A component of the item's form, and what the caller may do with it; a component that is not there any more is as
   * visible as the item.
   */
  async componentFor(
    context: RequestContext,
    item: ItemRow,
    componentId: string,
  ): Promise<{ readonly component: FormComponent | undefined; readonly visibility: Visibility }> {
    const placed = (await this.#form(context, item.project_id)).plan.byId.get(componentId);
    return {
      component: placed?.component,
      visibility: placed === undefined ? 'edit' : visibilityOf(placed, await this.#reader(context, item)),
    };
  }

  /**
   * Returns the sources of the addresses of media, as far as the caller sees them; the attached JSON is not of the
   * document.
   */
  async addressSource(
    context: RequestContext,
    item: ItemRow,
  ): Promise<Omit<AddressSource, 'payload'> & { readonly plan: FormPlan }> {
    const { form, plan } = await this.#form(context, item.project_id);
    const { document } = await this.annotations.byId(context, item.project_id, item.id);
    return {
      plan,
      instances: document.instances,
      reader: await this.#reader(context, item),
      env: Object.fromEntries(form.environments.filter(each => !each.secure).map(each => [each.name, each.value])),
    };
  }

  /**
   * Returns the components that hold values, in reading order. Files belong to their item and are left out, as are
   * values that are not stored.
   */
  async valueFields(context: RequestContext, projectId: number): Promise<readonly ValueField[]> {
    const { form, plan } = await this.#form(context, projectId);
    const { statusesMap: map } = form.meta;
    return plan.fields
      .filter(({ component }) => component['exclude'] !== true && component.type !== 'upload')
      .map(placed => ({
        id: placed.component.id,
        title: labelOf(placed.component),
        answered:
          isAnswered(placed.component) &&
          WORKING_STATUSES.some(
            status =>
              visibilityOf(placed, {
                role: projectRoles.annotator,
                status,
                ...(isRecord(map) ? { statusesMap: map } : {}),
              }) === 'edit',
          ),
      }));
  }

  /** Required fields without an answer, each with its place. */
  async missing(context: RequestContext, item: ItemRow): Promise<readonly ConstraintFinding[]> {
    if (!(await this.#isForm(context, item))) return [];
    const { plan } = await this.#form(context, item.project_id);
    const { document } = await this.annotations.ofCaller(context, item);
    return missingAnswers(plan, document.instances, await this.#reader(context, item)).map(
      ({ component, path, key }) => ({ message: `“${placeText(component, path)}” is empty`, where: key }),
    );
  }

  /** Values that do not fit their components. */
  async invalid(context: RequestContext, item: ItemRow): Promise<readonly ConstraintFinding[]> {
    if (!(await this.#isForm(context, item))) return [];
    const { plan } = await this.#form(context, item.project_id);
    const { document } = await this.annotations.ofCaller(context, item);
    return checkValues(plan, document).flatMap(({ path, message }) => {
      const instance = document.instances[Number(/^instances\[(\d+)\]/.exec(path)?.[1])];
      return isFormInstance(instance)
        ? [
            {
              message: `“${placeText(plan.component(instance.component_id) ?? { id: instance.component_id, type: '' }, instance.element_path)}”: ${message}`,
              where: instance.id,
            },
          ]
        : [];
    });
  }

  async #isForm(context: RequestContext, item: ItemRow): Promise<boolean> {
    return documentKind((await this.projects.facts(context, item.project_id))?.type ?? 0) === 'form';
  }

  #form(context: RequestContext, projectId: number): Promise<ReadForm> {
    const known = this.#read.get(context) ?? new Map<number, Promise<ReadForm>>();
    this.#read.set(context, known);
    const found =
      known.get(projectId) ??
      this.forms.get(context, projectId).then(stored => {
        const form = readForm(stored);
        return { form, plan: new FormPlan(form.components) };
      });
    known.set(projectId, found);
    return found;
  }

  async #reader(context: RequestContext, item: ItemRow): Promise<FormReader> {
    const { form } = await this.#form(context, item.project_id);
    const membership = await this.projects.membership(context, item.project_id);
    const map = form.meta['statusesMap'];
    return {
      role: membership?.role ?? 0,
      status: item.annotation_status,
      ...(isRecord(map) ? { statusesMap: map } : {}),
    };
  }

  #marks(item: ItemRow): MarkOf {
    return instance =>
      createHmac('sha256', this.#key)
        .update(JSON.stringify([item.id, instance.component_id, instance.value ?? null, beside(instance)]))
        .digest('base64url');
  }
}
