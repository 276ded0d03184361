import { componentTypeOf, valueShape } from './component-types.ts';
import type { FormComponent } from './form-document.ts';
import { isScored } from './form-scores.ts';
import { mostMegabytes } from './upload-rules.ts';

/** Kind of input of a property. */
export type PropertyInput =
  | 'text'
  | 'lines'
  | 'number'
  | 'flag'
  | 'choice'
  | 'options'
  | 'words'
  | 'component'
  | 'value'
  | 'models';

export type PropertySection = 'Content' | 'Model' | 'Answer' | 'Look' | 'Rows';

/** One property of a component that the builder edits. */
export interface ComponentProperty {
  /** Field of the component; a dot leads into a field: `filter.brightness`. */
  readonly field: string;
  readonly label: string;
  readonly section: PropertySection;
  readonly input: PropertyInput;
  readonly description?: string;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly least?: number;
  readonly most?: number;
}

const of = (
  section: PropertySection,
  field: string,
  label: string,
  input: PropertyInput,
  more: Partial<ComponentProperty> = {},
): ComponentProperty => ({ section, field, label, input, ...more });
const named = (...values: readonly (string | readonly [string, string])[]): Pick<ComponentProperty, 'choices'> => ({
  choices: values.map(each =>
    typeof each === 'string'
      ? { value: each, label: each[0]!.toUpperCase() + each.slice(1) }
      : { value: each[0], label: each[1] },
  ),
});

const title = of('Content', 'title', 'Title', 'text');
const label = of('Content', 'label', 'Label', 'text');
const collapsible = of('Look', 'collapsible', 'Collapsible', 'flag');
const placeholder = of('Content', 'placeholder', 'Placeholder', 'text');
const options = of('Content', 'options', 'Options', 'options');
const direction = of('Look', 'layout', 'Option layout', 'choice', named(['column', 'Vertical'], ['row', 'Horizontal']));
const lengths = [
  of('Answer', 'min', 'Min length', 'number', { least: 0 }),
  of('Answer', 'max', 'Max length', 'number', { least: 0 }),
];
const pattern = [
  of('Answer', 'pattern', 'Pattern (regex)', 'text', {
    description: 'Must match the whole text, such as [A-Z]{2}-[0-9]+',
  }),
  of('Answer', 'message', 'Error message', 'text'),
];
const range = [
  of('Answer', 'min', 'Minimum', 'number'),
  of('Answer', 'max', 'Maximum', 'number'),
  of('Answer', 'step', 'Step', 'number', { least: 0 }),
];
const align = of('Look', 'align', 'Align', 'choice', named('left', 'center', 'right'));
const live = of('Answer', 'live', 'Update with other answers', 'flag', {
  description: 'Placeholders in braces are replaced again whenever an answer changes',
});

/** Properties of single types; those all have are added by `propertiesOf`. */
const own: Readonly<Record<string, readonly ComponentProperty[]>> = {
  container: [title, collapsible],
  group: [
    title,
    collapsible,
    of('Rows', 'isTemplate', 'Start without rows', 'flag'),
    of('Rows', 'deletable', 'Rows can be deleted', 'flag'),
    of('Rows', 'countable', 'Show the number of each row', 'flag'),
    of('Rows', 'selectable', 'Rows can be selected', 'flag'),
  ],
  grid: [
    of('Look', 'align', 'Align', 'choice', named('top', 'center', 'bottom')),
    of('Look', 'isResizable', 'Columns can be resized', 'flag'),
  ],
  column: [of('Look', 'span', 'Width of 24', 'number', { least: 1, most: 24 }), of('Look', 'sticky', 'Sticky', 'flag')],
  tab: [of('Content', 'name', 'Name', 'text')],
  modal: [title],
  button: [
    of('Content', 'text', 'Text', 'text'),
    of('Look', 'variant', 'Kind', 'choice', named('primary', 'secondary')),
    align,
    of('Look', 'showLabel', 'Show the text', 'flag'),
    of('Look', 'showIcon', 'Show an icon', 'flag'),
    of('Model', 'model', 'Ask a model', 'models', { most: 1, description: 'The button works without a script' }),
    of('Model', 'prompt', 'Prompt', 'lines', { description: 'Use {component_id} to insert an answer' }),
    of('Model', 'output', 'Put the answer into', 'component'),
    of('Answer', 'longRunning', 'Show progress', 'flag'),
    of('Answer', 'fires', 'Run the pipeline', 'text', {
      description: 'Name that its event “Button in a form” has; it gets the values of the form',
    }),
  ],
  input: [placeholder, ...lengths, ...pattern],
  textarea: [placeholder, ...lengths, ...pattern, of('Look', 'rows', 'Lines', 'number', { least: 1, most: 60 })],
  markdown: pattern,
  code: [
    of(
      'Content',
      'language',
      'Language',
      'choice',
      named(
        'python',
        'typescript',
        'javascript',
        'json',
        ['html', 'HTML'],
        ['css', 'CSS'],
        ['sql', 'SQL'],
        'markdown',
        ['plaintext', 'Plain text'],
      ),
    ),
  ],
  upload: [
    of('Answer', 'types', 'Allowed file types', 'text', {
      description: 'Extensions or MIME types, such as .pdf, image/*; empty allows all',
    }),
    of('Answer', 'maxSize', 'Max file size (MB)', 'number', { least: 0, most: mostMegabytes }),
    of('Answer', 'multiple', 'Allow multiple files', 'flag'),
  ],
  number: range,
  slider: [
    ...range,
    of('Content', 'suffix', 'Unit', 'text'),
    of('Answer', 'sliderType', 'Slider type', 'choice', named(['slider', 'Single value'], ['rangeSlider', 'Range'])),
  ],
  dateTime: [of('Answer', 'showTime', 'Include time', 'flag')],
  csv: [of('Content', 'delimiter', 'Delimiter', 'choice', named([',', 'Comma'], [';', 'Semicolon'], ['|', 'Pipe']))],
  select: [
    placeholder,
    options,
    of('Answer', 'isMultiselect', 'Multiple selection', 'flag'),
    of('Answer', 'isDynamic', 'Options from a script', 'flag'),
  ],
  radio: [options, direction],
  checkbox: [options, direction],
  rating: [of('Answer', 'numberOfStars', 'Stars', 'number', { least: 1, most: 10 })],
  ranking: [options, of('Answer', 'allowTies', 'Allow ties', 'flag')],
  compare: [
    of('Content', 'left', 'Left', 'component'),
    of('Content', 'right', 'Right', 'component'),
    of('Answer', 'scale', 'Steps', 'choice', named(['3', '3'], ['5', '5'], ['7', '7'])),
  ],
  likertTable: [of('Content', 'rows', 'Rows', 'words'), of('Content', 'columns', 'Columns', 'words')],
  chat: [
    of('Model', 'models', 'Models', 'models', {
      most: 4,
      description: 'One model to chat with, or up to four to compare',
    }),
    of('Model', 'blind', 'Hide model names', 'flag', {
      description: 'Until the item is submitted; the order differs from item to item',
    }),
  ],
  image: [
    of('Content', 'alt', 'Alternative text', 'text'),
    of('Look', 'layout', 'Fit', 'choice', named(['contain', 'Contain'], ['cover', 'Cover'])),
    of('Look', 'filter.brightness', 'Brightness', 'number', { least: -100, most: 100 }),
    of('Look', 'filter.contrast', 'Contrast', 'number', { least: -100, most: 100 }),
    live,
  ],
  avatar: [of('Content', 'alt', 'Alternative text', 'text'), live],
  paragraph: [align, live],
  video: [live],
  audio: [live],
  pdfComponent: [live],
  url: [live],
  link: [live],
  webComponent: [
    of('Content', 'code', 'HTML, with its styles and scripts', 'lines'),
    of('Content', 'context', 'Context (JSON)', 'lines'),
    of('Look', 'height', 'Height in pixels', 'number', { least: 40, most: 4000 }),
  ],
};

/** Types whose value is put in by those who fill the form in, so that it can be demanded. */
const shownOnly: ReadonlySet<string> = new Set([
  'image',
  'video',
  'audio',
  'pdfComponent',
  'url',
  'link',
  'avatar',
  'paragraph',
  'webComponent',
]);
/** Choices show their first value in their options. */
const byOptions: ReadonlySet<string> = new Set(['radio', 'checkbox', 'select', 'ranking', 'likertTable']);
const pasted: ReadonlySet<string> = new Set(['input', 'textarea', 'markdown', 'code', 'csv', 'number']);

/** The properties of a component in the order of the panel. Unknown types have only what all have. */
export function propertiesOf(component: FormComponent): readonly ComponentProperty[] {
  const type = componentTypeOf(component.type);
  const holds = valueShape(component) !== undefined;
  const labelled = holds || component.type === 'divider' || type === undefined;
  const media = shownOnly.has(type?.type ?? '');
  return [
    ...(labelled ? [label] : []),
    ...(own[type?.type ?? ''] ?? []),
    ...(holds && !byOptions.has(component.type)
      ? [
          of(
            media ? 'Content' : 'Answer',
            'value',
            media ? (component.type === 'paragraph' ? 'Text' : 'Address') : 'Default value',
            'value',
            { description: 'Can contain {{names}} from the attached JSON' },
          ),
        ]
      : []),
    ...(holds && !media
      ? [
          ...(isScored(component) ? [] : [of('Answer', 'isRequired', 'Required', 'flag')]),
          of('Answer', 'readOnly', 'Read only', 'flag'),
        ]
      : []),
    ...(holds
      ? [of('Answer', 'exclude', "Don't save to annotations", 'flag', { description: 'No class is created for it' })]
      : []),
    ...(pasted.has(component.type) ? [of('Answer', 'disablePasting', 'Disable pasting', 'flag')] : []),
    ...(component.type === 'column' || component.type === 'tab' || component.type === 'header'
      ? []
      : [
          of('Look', 'hidden', 'Hide from the form', 'flag'),
          of('Look', 'resize.width', 'Width in pixels', 'number', { least: 40, most: 4000 }),
        ]),
  ];
}

/** Returns the value of a field, or of a field of it. */
export function readField(component: FormComponent, field: string): unknown {
  const [outer = '', inner] = field.split('.');
  const value = component[outer];
  if (inner === undefined) return value;
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[inner] : undefined;
}

/** The change that puts a value into a field, or into a field of it; undefined takes it away. */
export function fieldChange(
  component: FormComponent,
  field: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const [outer = '', inner] = field.split('.');
  if (inner === undefined) return { [outer]: value };
  const before = component[outer];
  const { [inner]: _, ...rest } = (typeof before === 'object' && before !== null ? before : {}) as Readonly<
    Record<string, unknown>
  >;
  const after = value === undefined ? rest : { ...rest, [inner]: value };
  return { [outer]: Object.keys(after).length === 0 ? undefined : after };
}
