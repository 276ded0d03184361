import type { AttributeGroupType, ClassInput } from '#plugins/workspace/classes/common/index.ts';
import { classInput } from '#plugins/workspace/classes/common/index.ts';

interface Question {
  readonly name: string;
  readonly kind: AttributeGroupType;
  readonly values?: readonly string[];
  readonly required?: boolean;
  readonly fallback?: string;
}

function annotationClass(name: string, color: string, questions: readonly Question[], type: 1 | 2 = 1): ClassInput {
  return classInput.parse({
    name,
    color,
    type,
    attribute_groups: questions.map(({ name: group, kind, values = [], required = false, fallback }) => ({
      name: group,
      group_type: kind,
      isRequired: required,
      default_value: fallback ?? null,
      attributes: values.map(value => ({ name: value, default: value === fallback ? 1 : 0 })),
    })),
  });
}

/**
 * The classes of the demo project, in the order of the digits. Together they have attribute groups of all five types.
 */
export const demoClasses: readonly ClassInput[] = [
  annotationClass('Building', '#E4542B', [
    { name: 'Part', kind: 'radio', values: ['Whole', 'Roof', 'Door', 'Window'], required: true, fallback: 'Whole' },
    { name: 'Condition', kind: 'checklist', values: ['Damaged roof', 'Broken window', 'Overgrown'] },
    { name: 'Openings', kind: 'numeric' },
  ]),
  annotationClass('Boat', '#1C7ED6', [
    { name: 'Kind', kind: 'radio', values: ['Rowing boat', 'House boat', 'Sailing ship'], required: true },
    { name: 'Masts', kind: 'numeric' },
  ]),
  annotationClass('Person', '#D6336C', [
    { name: 'Pose', kind: 'radio', values: ['Standing', 'Sitting'] },
    { name: 'Note', kind: 'text' },
  ]),
  annotationClass('Tree', '#2F9E44', [
    { name: 'Kind', kind: 'radio', values: ['Conifer', 'Shrub', 'Dead'], required: true, fallback: 'Conifer' },
  ]),
  annotationClass('Mountain', '#7048E8', [
    { name: 'Cover', kind: 'checklist', values: ['Rock', 'Snow', 'Forest'] },
    { name: 'Height estimate', kind: 'numeric' },
  ]),
  annotationClass('Flower', '#F08C00', [{ name: 'Stage', kind: 'radio', values: ['Bud', 'Open'], required: true }]),
  annotationClass('Leaf', '#0CA678', [{ name: 'Edge', kind: 'checklist', values: ['Smooth', 'Spiny'] }]),
  annotationClass('Cat', '#F2C200', [
    { name: 'Gait', kind: 'radio', values: ['Walk', 'Trot', 'Gallop'], required: true },
    { name: 'Frame number', kind: 'ocr' },
  ]),
  annotationClass('Aircraft', '#0B9DB8', [
    { name: 'Part', kind: 'radio', values: ['Whole', 'Marking', 'Propeller'], required: true, fallback: 'Whole' },
    { name: 'Marking', kind: 'checklist', values: ['Roundel', 'Number'] },
  ]),
  annotationClass(
    'Scene',
    '#868E96',
    [
      { name: 'Setting', kind: 'radio', values: ['Studio', 'Outdoors'], required: true },
      { name: 'Remark', kind: 'text' },
    ],
    2,
  ),
];
