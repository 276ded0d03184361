import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { writeAttributes } from '../exchange/foreign-attributes.ts';
import { keptSource } from '../exchange/json-file.ts';
import { escapeXml } from '../exchange/xml-element.ts';

const noSkip: ReadonlySet<string> = new Set();

/** The attributes of an instance as results of the region `id`; `shared` is what all results of the task have. */
export function answersOf(
  instance: JsonRecord,
  owner: AnnotationClass | undefined,
  id: string,
  shared: JsonRecord,
): readonly JsonRecord[] {
  const types = new Map(owner?.attribute_groups.map(group => [group.name, group.group_type]));
  return Object.entries(writeAttributes(instance, owner, noSkip)).map(([name, value]) => {
    const type = types.get(name);
    const plain = typeof value === 'boolean' ? String(Number(value)) : value;
    const body =
      typeof plain === 'number'
        ? { type: 'number', value: { number: plain } }
        : type === 'text' || type === 'ocr'
          ? { type: 'textarea', value: { text: [plain] } }
          : { type: 'choices', value: { choices: Array.isArray(plain) ? plain : [plain] } };
    return { id, from_name: name, ...shared, ...body };
  });
}

/** The id a region had in the tool, or ten characters that are the same for the same input. */
export function regionId(instance: JsonRecord, format: string, task: number, at: number): string {
  const kept = keptSource(instance, format)['id'];
  return typeof kept === 'string' && kept !== ''
    ? kept
    : `r${task.toString(36).padStart(5, '0')}${at.toString(36).padStart(4, '0')}`;
}

/** Controls of the labelling setup that ask for attributes, one for each name; `toName` is what they are about. */
export function questionsOf(classes: Iterable<AnnotationClass>, toName: string): string {
  const seen = new Set<string>();
  return [...classes]
    .flatMap(owner => owner.attribute_groups.map(group => ({ owner, group })))
    .map(({ owner, group }) => {
      if (seen.has(group.name)) return '';
      seen.add(group.name);
      const head = `name="${escapeXml(group.name)}" toName="${toName}"${owner.type === 2 ? '' : ' perRegion="true"'}`;
      if (group.group_type === 'numeric') return `    <Number ${head}/>\n`;
      if (group.group_type === 'text' || group.group_type === 'ocr') return `    <TextArea ${head}/>\n`;
      return `    <Choices ${head} choice="${group.group_type === 'checklist' ? 'multiple' : 'single'}">\n${group.attributes.map(each => `      <Choice value="${escapeXml(each.name)}"/>\n`).join('')}    </Choices>\n`;
    })
    .join('');
}
