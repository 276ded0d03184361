import pLimit from 'p-limit';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { documentKind, formValues, isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type {
  AnnotationBatches,
  Annotations,
  IntakeProject,
  NativeAnnotation,
} from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ModelRuns } from '#plugins/annotate/language-models/server/kit/index.ts';
import { operationId } from '#plugins/exchange/exchange/server/kit/index.ts';
import type { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { fillPlaceholders, textOf } from '../../common/condition-rules.ts';
import type { Action, ActionInput, ActionOutcome, ActionScene } from './action.ts';
import { textSetting } from './built-in-actions.ts';
import { byProject, failureOf, skippedBecause } from './by-project.ts';
import { RETRY_AFTER } from './send-webhook.ts';

interface Services {
  readonly items: Items;
  readonly annotations: Annotations;
  readonly batches: AnnotationBatches;
  readonly models: ModelRuns;
}

/** Items that are asked about in one go, and questions at the same time. */
const AT_ONCE = 20;
const LANES = 4;
/** Characters of a prompt that a dry run shows. */
const SHOWN = 300;
/** Failures after which the model is asked again, a while later. */
const PASSING: ReadonlySet<string> = new Set(['MODEL_BUSY', 'MODEL_DOWN', 'MODEL_CUT', 'MODEL_TIMEOUT']);
/** Longest prompt. */
const MOST_PROMPT = 200_000;

/** Asks a language model about the form of each item, and stores the answer in one of its components. */
export const modelAction = (services: Services): Action => ({
  external: true,
  access: 'AnnotateItem',
  most: AT_ONCE,
  run: (context, scene, inputs) => {
    const lane = pLimit(LANES);
    return byProject(inputs, async (projectId, itemIds, group) => {
      const forms = await formsOf(context, services, projectId, itemIds);
      if (forms === undefined) return () => failureOf(noForm);
      const outcomes = new Map<number, ActionOutcome>();
      await Promise.all(
        group.map(input =>
          lane(async () => {
            const form = forms.get(input.itemId!);
            outcomes.set(
              input.itemId!,
              form === undefined
                ? skippedBecause('It is no longer there.')
                : await ask(context, services, scene, input, form),
            );
          }),
        ),
      );
      return itemId => outcomes.get(itemId)!;
    });
  },
  settle: async (context, { node }, inputs, outcomes) => {
    const answers = new Map<ActionInput, string>();
    inputs.forEach((input, at) => {
      const outcome = outcomes[at]!;
      if (outcome.result !== 'failure' && isRecord(outcome.output) && typeof outcome.output['answer'] === 'string')
        answers.set(input, outcome.output['answer']);
    });
    const stored = await byProject([...answers.keys()], async (projectId, itemIds, group) => {
      const project = await services.annotations.project(context, projectId);
      const forms = await formsOf(context, services, projectId, itemIds);
      const settled = new Map<number, ActionOutcome>();
      for (const input of group) {
        const form = forms?.get(input.itemId!);
        settled.set(
          input.itemId!,
          form === undefined
            ? skippedBecause('It is no longer there.')
            : await store(
                context,
                services.batches,
                project,
                form,
                textSetting(node, 'component')!,
                answers.get(input)!,
              ),
        );
      }
      return itemId => settled.get(itemId)!;
    });
    const results = new Map([...answers.keys()].map((input, at) => [input, stored[at]!]));
    return inputs.map((input, at) => results.get(input) ?? outcomes[at]!);
  },
});

const noForm = {
  code: 'NO_FORM',
  message: 'The project of the item has no form. Run models on items of multimodal projects.',
} as const;

/** Returns the forms of items of a project, undefined where it has none. */
async function formsOf(
  context: RequestContext,
  { items, annotations }: Services,
  projectId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, NativeAnnotation> | undefined> {
  const project = await annotations.project(context, projectId);
  if (documentKind(project.typeNumber) !== 'form') return undefined;
  const rows = [...(await items.byIds(context, projectId, itemIds)).values()];
  const forms = new Map<number, NativeAnnotation>();
  for await (const each of annotations.native(context, rows, project)) forms.set(each.item.id, each);
  return forms;
}

async function ask(
  context: RequestContext,
  { models }: Services,
  { node, dry, signal }: ActionScene,
  input: ActionInput,
  form: NativeAnnotation,
): Promise<ActionOutcome> {
  const model = textSetting(node, 'model') ?? '';
  const prompt = promptOf(textSetting(node, 'prompt') ?? '', input.context, form.document ?? {}).slice(0, MOST_PROMPT);
  if (dry === true) {
    const shown = prompt.length > SHOWN ? `${prompt.slice(0, SHOWN)}…` : prompt;
    return { result: 'success', output: null, notSent: [`“${model}” is not asked in a dry run: ${shown}`] };
  }
  try {
    const answer = await models.answer(
      context,
      form.item.project_id,
      {
        model,
        prompt,
        item_id: form.item.id,
        key: operationId(`automation ${input.runId}/${node.id}/${input.attempt}`),
      },
      signal === undefined ? context.signal : AbortSignal.any([context.signal, signal]),
    );
    return { result: 'success', output: { answer: answer.trim() } };
  } catch (error) {
    if (signal?.aborted === true)
      return failureOf({ code: 'SWITCHED_OFF', message: 'Automations were switched off while the model answered.' });
    if (!isFault(error) || error.status >= 500) throw error;
    const retryAfter = PASSING.has(error.code) ? RETRY_AFTER[input.attempt - 1] : undefined;
    return { ...failureOf(error), ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
}

/** Returns a prompt with `{component_id}` and `{{after.name}}` replaced by values of the form and of the event. */
export const promptOf = (text: string, context: unknown, document: JsonRecord): string => {
  const values = formValues(document);
  return text.replaceAll(/\{\{[^{}]*\}\}|\{([A-Za-z_][\w-]{0,119})\}/g, (all, id: string | undefined) => {
    if (id === undefined) return fillPlaceholders(all, context);
    return (
      values
        .get(id)
        ?.map(each => textOf(each.value))
        .join(', ') ?? ''
    );
  });
};

async function store(
  context: RequestContext,
  batches: AnnotationBatches,
  project: IntakeProject,
  { item, document, revision }: NativeAnnotation,
  component: string,
  answer: string,
): Promise<ActionOutcome> {
  const present = formValues(document ?? {}).get(component) ?? [];
  if (present.length > 1)
    return failureOf({
      code: 'COMPONENT_REPEATED',
      message: `The form has ${present.length} rows with “${component}”. Choose a component outside of groups.`,
    });
  const before = present[0]?.value ?? null;
  if (before === answer) return skippedBecause('It had this value already.');
  try {
    const { instances, ...rest } = document ?? { metadata: { name: item.name } };
    const data = isRecord(rest['data'])
      ? rest['data']
      : Object.fromEntries([...formValues({ instances })].map(([id, values]) => [id, values]));
    const given = data[component];
    const value = isRecord(given) ? { ...given, value: answer } : { value: answer };
    const prepared = await batches.prepare(
      context,
      project,
      item,
      { ...rest, data: { ...data, [component]: value } },
      'upload',
    );
    const written = await batches.put(context, item.project_id, [{ ...prepared, base: revision }]);
    if (written.size === 0)
      return failureOf({ code: 'CONFLICT', message: 'Somebody saved the item in the same moment. Run it again.' });
    return {
      result: 'success',
      output: { changed: true, answer },
      changes: [{ kind: 'answer', before, after: answer }],
      annotated: { itemId: item.id, revision },
    };
  } catch (error) {
    if (!isFault(error) || error.status >= 500) throw error;
    return failureOf(error);
  }
}
