import { messageLimit } from '#plugins/annotate/annotations/common/index.ts';
import { exportFormats, exportFormatTitles } from '#plugins/exchange/exchange/common/index.ts';
import type { ActionType } from './action-type.ts';
import type { SettingField } from './setting-field.ts';

const folderField: SettingField = {
  name: 'folder',
  label: 'Folder',
  kind: 'text',
  required: true,
  most: 200,
  hint: 'Its name; “root” is the top of the project.',
};

const projectField: SettingField = {
  name: 'project',
  label: 'Project',
  kind: 'project',
  hint: 'Of the same type. Leave empty for the project of the item.',
};

/** `refuse` says what becomes of the item when classes are missing. */
const missingField = (refuse: string): SettingField => ({
  name: 'missing',
  label: 'Classes that the project lacks',
  kind: 'choice',
  choices: [
    { value: 'refuse', label: refuse },
    { value: 'create', label: 'Create them there' },
    { value: 'leave_out', label: 'Leave their annotations out' },
  ],
  usual: 'refuse',
});

const duplicatesField: SettingField = {
  name: 'duplicates',
  label: 'Items of the same name',
  kind: 'choice',
  choices: [
    { value: 'skip_duplicates', label: 'Skip' },
    { value: 'replace_all', label: 'Replace' },
    { value: 'replace_annotation', label: 'Replace annotations only' },
  ],
  usual: 'skip_duplicates',
};

const subsetField: SettingField = { name: 'subset', label: 'Subset', kind: 'text', required: true, most: 200 };

const ofItem = { needsItem: true, outcomes: 'result' } as const;

/** The actions that bring items elsewhere, comment on them, export them or ask a model about them. */
export const workActions: readonly ActionType[] = [
  {
    ...ofItem,
    type: 'move',
    title: 'Move',
    description: 'Moves the item to another folder, also of another project.',
    group: 'Items',
    fields: [projectField, folderField, duplicatesField, missingField('Do not move the item')],
  },
  {
    ...ofItem,
    type: 'copy',
    title: 'Copy',
    description: 'Copies the item to another folder, also of another project.',
    group: 'Items',
    fields: [
      projectField,
      folderField,
      duplicatesField,
      missingField('Do not copy the item'),
      {
        name: 'annotations',
        label: 'Annotations',
        kind: 'choice',
        choices: [
          { value: 'yes', label: 'Copy them too' },
          { value: 'no', label: 'Leave them out' },
        ],
        usual: 'yes',
      },
    ],
  },
  {
    ...ofItem,
    type: 'set_category',
    title: 'Set categories',
    description: 'Gives the item categories of its project, or takes them away.',
    group: 'Items',
    plugin: 'categories',
    withChange: true,
    fields: [
      {
        name: 'mode',
        label: 'Change',
        kind: 'choice',
        choices: [
          { value: 'set', label: 'Replace those it has' },
          { value: 'add', label: 'Add' },
          { value: 'remove', label: 'Remove' },
        ],
        usual: 'set',
      },
      {
        name: 'categories',
        label: 'Categories',
        kind: 'longText',
        most: 2000,
        hint: 'Names, one a line. Leave empty to replace them by none.',
      },
    ],
  },
  {
    ...ofItem,
    type: 'set_field',
    title: 'Fill field',
    description: 'Fills a field that the project has for its items, or empties it.',
    group: 'Items',
    plugin: 'item-fields',
    withChange: true,
    fields: [
      { name: 'field', label: 'Field', kind: 'text', required: true, most: 200, hint: 'Its name in the project.' },
      {
        name: 'value',
        label: 'Value',
        kind: 'text',
        most: 2000,
        hint: 'Leave blank to clear the field. {{after.name}} is replaced by a value of the event.',
      },
    ],
  },
  {
    ...ofItem,
    type: 'comment',
    title: 'Add comment',
    description: 'Begins a comment on the item, in the name of the owner of the pipeline.',
    group: 'Items',
    withChange: true,
    fields: [
      {
        name: 'text',
        label: 'Comment',
        kind: 'longText',
        required: true,
        most: messageLimit,
        hint: '{{after.name}} is replaced by a value of the event.',
      },
    ],
  },
  {
    ...ofItem,
    type: 'add_to_subset',
    title: 'Add to subset',
    description: 'Adds the item to a subset of its project.',
    group: 'Items',
    plugin: 'explore',
    withChange: true,
    fields: [{ ...subsetField, hint: 'Its name. It is created where the project has none.' }],
  },
  {
    ...ofItem,
    type: 'remove_from_subset',
    title: 'Remove from subset',
    description: 'Removes the item from a subset of its project.',
    group: 'Items',
    plugin: 'explore',
    withChange: true,
    fields: [{ ...subsetField, hint: 'Its name.' }],
  },
  {
    ...ofItem,
    type: 'run_model',
    title: 'Run model',
    description: 'Asks a language model about the form of the item, and stores the answer in it.',
    group: 'Items',
    plugin: 'language-models',
    fields: [
      { name: 'model', label: 'Model', kind: 'text', required: true, most: 100, hint: 'Its name below Models.' },
      {
        name: 'prompt',
        label: 'Prompt',
        kind: 'longText',
        required: true,
        most: 20_000,
        hint: '{component_id} is replaced by a value of the form, {{after.name}} by one of the event.',
      },
      {
        name: 'component',
        label: 'Component of the answer',
        kind: 'text',
        required: true,
        most: 200,
        hint: 'Id of a text component outside of groups.',
      },
    ],
  },
  {
    type: 'create_export',
    title: 'Create export',
    description: 'Begins an export of the items of the event, or of their project.',
    group: 'Items',
    plugin: 'exchange',
    needsItem: false,
    outcomes: 'result',
    never: { events: ['export c', 'export u', 'export d'], because: 'each export would begin the next one' },
    fields: [
      {
        name: 'format',
        label: 'Format',
        kind: 'choice',
        choices: (Object.keys(exportFormats) as (keyof typeof exportFormats)[]).map(value => ({
          value,
          label: exportFormatTitles[value],
        })),
        usual: 'json',
      },
      {
        name: 'items',
        label: 'Items',
        kind: 'choice',
        choices: [
          { value: 'event', label: 'Those of the event' },
          { value: 'project', label: 'All of the project' },
        ],
        hint: 'Events that are not about items always export the project.',
      },
      { name: 'status', label: 'Only this status', kind: 'status' },
      {
        name: 'files',
        label: 'Original files',
        kind: 'choice',
        choices: [
          { value: 'yes', label: 'Include' },
          { value: 'no', label: 'Leave out' },
        ],
        usual: 'no',
      },
    ],
  },
];
