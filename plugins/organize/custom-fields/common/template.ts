import { plainDirection } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';

/** Kinds of custom fields. */
export const components = {
  text: 1,
  multiSelect: 2,
  singleSelect: 3,
  date: 4,
  numeric: 5,
  boolean: 6,
  permissions: 7,
} as const;
export type Component = (typeof components)[keyof typeof components];

/** Ids of fields whose values another plugin computes begin here: nobody writes them. */
export const FIRST_COMPUTED_ID = 1_000_000_000;

/** The largest component the public client knows; others make its listings fail. */
export const LAST_CLIENT_COMPONENT = components.numeric;

/** Whose values a field has: of a project or of a person in the team, or of a person in a project. */
export const entityPairs = ['Project/Team', 'Contributor/Team', 'Contributor/Project'] as const;
export type EntityPair = (typeof entityPairs)[number];

/** Most fields of one pair. */
export const FIELD_LIMIT = 100;

const bound = z.number().nullish();
const roles = z.array(z.int()).max(500).optional();

const payload = z.looseObject({
  options: z
    .array(z.looseObject({ value: z.string().min(1, 'must not be empty').max(200, 'use at most 200 characters') }))
    .max(500)
    .nullish(),
  configs: z.looseObject({ min: bound, max: bound, step: bound, suffix: z.string().max(50).nullish() }).nullish(),
});
export type FieldPayload = z.output<typeof payload>;

/** Roles that see and edit the values besides team admins: team roles in the team, project roles in a project. */
const access = z.looseObject({ view: roles, edit: roles });
export type FieldAccess = z.output<typeof access>;

const name = z
  .string()
  .trim()
  .regex(...plainDirection)
  .min(1, 'must not be empty')
  .max(200, 'use at most 200 characters');

export const templateDraft = z.looseObject({
  name,
  component_id: z.int().min(1, 'must be a component from 1 to 7').max(7, 'must be a component from 1 to 7'),
  component_payload: payload.nullish(),
  access: access.nullish(),
});
export const templateChange = z.looseObject({
  name: name.optional(),
  component_payload: payload.nullish(),
  access: access.nullish(),
});
export type TemplateDraft = z.output<typeof templateDraft>;
export type TemplateChange = z.output<typeof templateChange>;

/** A custom field. Component 7 shows the rights given to a person and holds no values. */
export const template = z.object({
  id: z.int(),
  team_id: z.int(),
  name: z.string(),
  entity: z.string(),
  parentEntity: z.string(),
  component_id: z.int(),
  component_payload: payload,
  access,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Template = z.output<typeof template>;

const isSelect = (component: number): boolean =>
  component === components.multiSelect || component === components.singleSelect;

/** Returns the problem with the payload of a component; undefined when nothing is. */
export function payloadProblem(
  component: number,
  { options, configs }: FieldPayload,
): { readonly field: string; readonly reason: string } | undefined {
  if (isSelect(component)) {
    if (options === undefined || options === null || options.length === 0)
      return { field: 'component_payload.options', reason: 'needs at least one option' };
    return new Set(options.map(each => each.value)).size < options.length
      ? { field: 'component_payload.options', reason: 'must differ from each other' }
      : undefined;
  }
  const { min, max } = configs ?? {};
  return component === components.numeric && typeof min === 'number' && typeof max === 'number' && min > max
    ? { field: 'component_payload.configs.max', reason: 'must not be less than min' }
    : undefined;
}

export type FieldValue = string | number | boolean | readonly string[];

/** Kind of value of a field, in the words of the contract. */
export interface ValueProblem {
  readonly valid_types: readonly string[];
  readonly expected_values: readonly string[];
}

/** Returns the problem with a value of a field; undefined when it fits. */
export function valueProblem(
  {
    component_id: component,
    component_payload: { options, configs },
  }: Pick<Template, 'component_id' | 'component_payload'>,
  value: unknown,
): ValueProblem | undefined {
  const expected = (options ?? []).map(each => each.value);
  const wrong = (type: string, values: readonly string[] = []): ValueProblem => ({
    valid_types: [type],
    expected_values: values,
  });
  switch (component) {
    case components.text:
      return typeof value === 'string' && value.length <= 10_000 ? undefined : wrong('string');
    case components.multiSelect:
      return Array.isArray(value) && value.every(each => expected.includes(each as string))
        ? undefined
        : wrong('Array', expected);
    case components.singleSelect:
      return expected.includes(value as string) ? undefined : wrong('string', expected);
    case components.date:
      return typeof value === 'number' && Number.isFinite(value) ? undefined : wrong('number');
    case components.numeric: {
      const within =
        typeof value === 'number' &&
        Number.isFinite(value) &&
        value >= (configs?.min ?? -Infinity) &&
        value <= (configs?.max ?? Infinity);
      return within ? undefined : wrong('number');
    }
    case components.boolean:
      return typeof value === 'boolean' ? undefined : wrong('boolean');
    default:
      return wrong('none');
  }
}
