import type { AttributeGroupType } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FormComponent } from './form-document.ts';

/** Section of a component in the builder's list. */
export type ComponentSection = 'layout' | 'button' | 'input' | 'select' | 'media' | 'custom';

/**
 * `group` repeats rows, `container` holds others, `part` is a column or a tab, `layout` and `action` hold no value,
 * `value` does.
 */
export type ComponentKind = 'group' | 'container' | 'part' | 'layout' | 'action' | 'value';

/**
 * Type of a component's value; empty values are `''`, `null` and `[]`. `any` is JSON of any shape, `ordered` a list of
 * lists of texts, `files` a list of references to files.
 */
export type ValueShape = 'text' | 'number' | 'range' | 'choice' | 'choices' | 'ordered' | 'answers' | 'files' | 'any';

/** A type of component. */
export interface ComponentType {
  readonly type: string;
  readonly title: string;
  readonly section: ComponentSection;
  readonly kind: ComponentKind;
  /** Fields a new one has beside those all have. */
  readonly fields: JsonRecord;
}

const shown: JsonRecord = { hasTooltip: false, label: '' };
const media: JsonRecord = { ...shown, value: '', exclude: false };
const answer: JsonRecord = { ...shown, isRequired: false, exclude: false, disablePasting: false };
const options: JsonRecord = {
  options: [
    { value: 'Option 1', checked: false },
    { value: 'Option 2', checked: false },
  ],
};

const of = (
  type: string,
  title: string,
  section: ComponentSection,
  kind: ComponentKind,
  fields: JsonRecord,
): ComponentType => ({ type, title, section, kind, fields });

/** The whole catalogue in the order of the builder's list. */
export const componentTypes: readonly ComponentType[] = [
  of('container', 'Container', 'layout', 'container', { title: '', collapsible: false, children: [] }),
  of('group', 'Group', 'layout', 'group', {
    title: '',
    collapsible: false,
    index: 0,
    isTemplate: false,
    deletable: true,
    countable: true,
    selectable: false,
    children: [],
  }),
  of('grid', 'Grid', 'layout', 'container', { align: 'top', isResizable: false, children: [] }),
  of('tabs', 'Tabs', 'layout', 'container', { children: [] }),
  of('modal', 'Dialog', 'layout', 'container', { title: '', children: [] }),
  of('header', 'Header', 'layout', 'container', { children: [] }),
  of('divider', 'Divider', 'layout', 'layout', { hasTooltip: false, label: '' }),
  of('button', 'Button', 'button', 'action', {
    hasTooltip: false,
    text: 'Button',
    variant: 'primary',
    align: 'left',
    showIcon: false,
    showLabel: true,
  }),
  of('input', 'Text line', 'input', 'value', { ...answer, value: '', placeholder: '', min: 0, max: 300 }),
  of('textarea', 'Text area', 'input', 'value', { ...answer, value: '', placeholder: '', min: 0, max: 512 }),
  of('markdown', 'Markdown', 'input', 'value', { ...answer, value: '' }),
  of('code', 'Code', 'input', 'value', { ...answer, value: '', language: 'python' }),
  of('number', 'Number', 'input', 'value', { ...answer, value: null, min: 0, max: 100, step: 1 }),
  of('slider', 'Slider', 'input', 'value', {
    ...answer,
    value: 0,
    min: 0,
    max: 100,
    step: 1,
    suffix: '',
    sliderType: 'slider',
  }),
  of('dateTime', 'Date', 'input', 'value', { ...answer, value: '', showTime: false }),
  of('time', 'Time', 'input', 'value', { ...answer, value: '' }),
  of('csv', 'Table (CSV)', 'input', 'value', { ...answer, value: '', delimiter: ',' }),
  of('upload', 'File', 'input', 'value', { ...answer, value: '', types: '', maxSize: 100, multiple: false }),
  of('select', 'Select', 'select', 'value', {
    ...answer,
    value: '',
    placeholder: '',
    isMultiselect: false,
    isDynamic: false,
    ...options,
  }),
  of('radio', 'Single choice', 'select', 'value', { ...answer, value: '', layout: 'column', ...options }),
  of('checkbox', 'Multiple choice', 'select', 'value', { ...answer, value: [], layout: 'column', ...options }),
  of('voting', 'Thumbs', 'select', 'value', { ...answer, value: null }),
  of('rating', 'Rating', 'select', 'value', { ...answer, value: null, numberOfStars: 5 }),
  of('ranking', 'Ranking', 'select', 'value', { ...answer, value: [], ...options, allowTies: true }),
  of('compare', 'Comparison', 'select', 'value', { ...answer, value: null, left: '', right: '', scale: 7 }),
  of('likertTable', 'Rating table', 'select', 'value', {
    ...answer,
    value: {},
    rows: ['Row 1', 'Row 2'],
    columns: ['1', '2', '3', '4', '5'],
  }),
  of('image', 'Image', 'media', 'value', {
    ...media,
    alt: '',
    layout: 'contain',
    filter: { brightness: 0, contrast: 0 },
  }),
  of('video', 'Video', 'media', 'value', media),
  of('audio', 'Audio', 'media', 'value', media),
  of('pdfComponent', 'PDF', 'media', 'value', media),
  of('url', 'Web page', 'media', 'value', media),
  of('link', 'Link', 'media', 'value', media),
  of('avatar', 'Avatar', 'media', 'value', { ...media, alt: '' }),
  of('paragraph', 'Paragraph', 'media', 'value', { ...media, align: 'left' }),
  of('chat', 'Chat', 'media', 'value', { ...answer, value: [] }),
  of('webComponent', 'Web component', 'custom', 'value', {
    ...shown,
    value: null,
    exclude: true,
    code: '',
    context: '',
    height: 240,
  }),
];

/** Columns and tabs are not in the list: they are made with what holds them. */
const parts: readonly ComponentType[] = [
  of('column', 'Column', 'layout', 'part', { span: 12, sticky: false, children: [] }),
  of('tab', 'Tab', 'layout', 'part', { name: 'Tab', children: [] }),
];

/** Other names of types, which stay as they are in a form that has them. */
const aliases: ReadonlyMap<string, string> = new Map([['pdf', 'pdfComponent']]);
const byName: ReadonlyMap<string, ComponentType> = new Map(
  [...componentTypes, ...parts].map(each => [each.type, each]),
);

/** The type of that name; undefined for one we don't know, which is kept in a form and reported. */
export const componentTypeOf = (type: string): ComponentType | undefined => byName.get(aliases.get(type) ?? type);

/** True when the component holds a value. */
export const holdsValue = ({ type }: FormComponent): boolean => componentTypeOf(type)?.kind === 'value';

/** True when people give the component its value; media and texts beside the questions are only shown. */
export function isAnswered(component: FormComponent): boolean {
  const type = componentTypeOf(component.type);
  return type?.kind === 'value' && (type.section !== 'media' || Object.hasOwn(type.fields, 'isRequired'));
}

const shapes: Readonly<Record<string, ValueShape>> = {
  number: 'number',
  rating: 'number',
  voting: 'number',
  compare: 'number',
  radio: 'choice',
  checkbox: 'choices',
  ranking: 'ordered',
  likertTable: 'answers',
  chat: 'any',
  webComponent: 'any',
};

/** Returns the type of the component's value; undefined when it holds none. */
export function valueShape(component: FormComponent): ValueShape | undefined {
  if (!holdsValue(component)) return undefined;
  if (component.type === 'slider') return component['sliderType'] === 'rangeSlider' ? 'range' : 'number';
  if (component.type === 'upload') return component['multiple'] === true ? 'files' : 'text';
  if (component.type === 'select') return component['isMultiselect'] === true ? 'choices' : 'choice';
  return shapes[component.type] ?? 'text';
}

/** The attribute group of the class that a component makes; undefined when it makes none. */
export function classGroupType(component: FormComponent): AttributeGroupType | undefined {
  const shape = valueShape(component);
  if (shape === undefined || component['exclude'] === true) return undefined;
  if (component.type === 'select' && component['isDynamic'] === true) return 'text';
  if (shape === 'number' || shape === 'range') return 'numeric';
  return shape === 'choice' ? 'radio' : shape === 'choices' ? 'checklist' : 'text';
}
