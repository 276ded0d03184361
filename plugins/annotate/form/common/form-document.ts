import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/**
 * A component of a form as we work with it: children are in `children` whatever an older template called them, and the
 * columns of a grid and single tabs have the types `column` and `tab`, which the stored form leaves out.
 */
export interface FormComponent extends JsonRecord {
  /** Unique in the form; empty when a template lacks it, which the checks report. */
  readonly id: string;
  readonly type: string;
  readonly children?: readonly FormComponent[];
}

/** A script of the form: its name and its source. The main one is `__init__`. */
export type FormScript = readonly [name: string, source: string];

/** A variable of the scripts; the value of a secure one never leaves the server. */
export interface FormVariable extends JsonRecord {
  readonly name: string;
  readonly value: string;
  readonly secure: boolean;
}

/** The form of a Multimodal project. Fields we do not know are kept as they came. */
export interface FormDocument extends JsonRecord {
  readonly components: readonly FormComponent[];
  readonly code: readonly FormScript[];
  readonly environments: readonly FormVariable[];
  readonly meta: JsonRecord;
  readonly readme: string;
}

/** The main script of a form. */
export const MAIN_SCRIPT = '__init__';

/** A form without anything in it. */
export const emptyForm: FormDocument = {
  components: [],
  code: [[MAIN_SCRIPT, '']],
  environments: [],
  meta: {},
  readme: '',
};

/** Types of children of a container that have no type of their own. */
const partOf: Readonly<Record<string, string>> = { grid: 'column', tabs: 'tab' };
const partTypes: ReadonlySet<string> = new Set(Object.values(partOf));
/** The name that older templates have for `children`; a rating table has `columns` of its own, which are texts. */
const olderName = (type: string): string => (type === 'grid' ? 'columns' : type === 'tabs' ? 'tabs' : 'components');

/** Reads a form in the current or the older layout. What is not a component is left out; nothing throws. */
export function readForm(stored: unknown): FormDocument {
  const fields = isRecord(stored) ? stored : {};
  return {
    ...fields,
    components: readComponents(fields['components']),
    code: readScripts(fields['code']),
    environments: Array.isArray(fields['environments'])
      ? fields['environments'].filter(isRecord).map(readVariable)
      : [],
    meta: isRecord(fields['meta']) ? fields['meta'] : {},
    readme: typeof fields['readme'] === 'string' ? fields['readme'] : '',
  };
}

/**
 * The form as it is stored and exported: like public ones, with `children` everywhere and without types on columns and
 * tabs.
 */
export const writeForm = (form: FormDocument): JsonRecord => ({
  ...form,
  components: form.components.map(writeComponent),
});

function readComponents(given: unknown, partType?: string): readonly FormComponent[] {
  return Array.isArray(given) ? given.filter(isRecord).map(fields => readComponent(fields, partType)) : [];
}

function readComponent(fields: JsonRecord, partType: string | undefined): FormComponent {
  const type = partType ?? (typeof fields['type'] === 'string' ? fields['type'] : '');
  const { children, rest } = takeChildren(fields, type);
  const id = fields['id'];
  return {
    ...rest,
    ...named(type, rest),
    id: typeof id === 'string' ? id : typeof id === 'number' ? String(id) : '',
    ...(children === undefined ? {} : { children: readComponents(children, partOf[type]) }),
  };
}

function takeChildren(fields: JsonRecord, type: string): { readonly children: unknown; readonly rest: JsonRecord } {
  const name = ['children', olderName(type), 'components'].find(each => Array.isArray(fields[each]));
  if (name === undefined) return { children: undefined, rest: fields };
  const { [name]: children, ...rest } = fields;
  return { children, rest };
}

/** Older templates have a type of its own, or a field of another name, for what is `variant` now. */
function named(
  type: string,
  { buttonType, variant }: JsonRecord,
): { readonly type: string; readonly variant?: unknown } {
  if (type === 'buttonSecondary') return { type: 'button', variant: variant ?? 'secondary' };
  return type === 'button' && variant === undefined && typeof buttonType === 'string'
    ? { type, variant: buttonType }
    : { type };
}

/** A list of pairs, or the text of the main script alone. */
function readScripts(code: unknown): readonly FormScript[] {
  if (typeof code === 'string') return [[MAIN_SCRIPT, code]];
  const scripts = Array.isArray(code)
    ? code.filter(
        (each): each is [string, string] =>
          Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'string',
      )
    : [];
  return scripts.length > 0 ? scripts.map(([name, source]) => [name, source] as const) : emptyForm.code;
}

const readVariable = (fields: JsonRecord): FormVariable => ({
  ...fields,
  name: typeof fields['name'] === 'string' ? fields['name'] : '',
  value: typeof fields['value'] === 'string' ? fields['value'] : '',
  secure: fields['secure'] === true,
});

function writeComponent(component: FormComponent): JsonRecord {
  const { type, children, ...rest } = component;
  return {
    ...rest,
    ...(partTypes.has(type) ? {} : { type }),
    ...(children === undefined ? {} : { children: children.map(writeComponent) }),
  };
}
