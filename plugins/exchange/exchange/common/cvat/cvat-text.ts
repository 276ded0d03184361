import type { AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { escapeXml } from '../exchange/xml-element.ts';

const inputs: Readonly<Record<AttributeGroup['group_type'], string>> = {
  radio: 'select',
  checklist: 'text',
  text: 'text',
  numeric: 'number',
  ocr: 'text',
};

/** The `source` attribute of CVAT by creation type. */
export const cvatOrigins: Readonly<Record<string, string>> = {
  Manual: 'manual',
  Prediction: 'auto',
  Preannotation: 'file',
};

/** Two decimals as CVAT writes them. */
export const cvatNumber = (value: number): string => (Math.round(value * 100) / 100 + 0).toFixed(2);

/** A flat list x, y, x, y as `x,y;x,y`. */
export const cvatPoints = (flat: readonly number[]): string =>
  Array.from(
    { length: flat.length / 2 },
    (none, at) => `${cvatNumber(flat[at * 2]!)},${cvatNumber(flat[at * 2 + 1]!)}`,
  ).join(';');

/** A radio group that CVAT has a check box for. */
const isCheckbox = (group: AttributeGroup): boolean =>
  group.group_type === 'radio' &&
  group.attributes.length === 2 &&
  group.attributes.every(each => each.name === 'true' || each.name === 'false');

/** The declaration of an attribute group of a label; `mutable` for one that changes in time. */
export const attributeInput = (group: AttributeGroup, mutable: boolean): string =>
  `          <attribute>\n            <name>${escapeXml(group.name)}</name>\n            <mutable>${mutable ? 'True' : 'False'}</mutable>\n            <input_type>${isCheckbox(group) ? 'checkbox' : inputs[group.group_type]}</input_type>\n            <default_value></default_value>\n            <values>${group.attributes.map(each => escapeXml(each.name)).join('\n')}</values>\n          </attribute>\n`;
