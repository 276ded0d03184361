import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { escapeXml } from '../exchange/xml-element.ts';
import { attributeInput } from './cvat-text.ts';
import type { SkeletonLabel } from './skeleton-labels.ts';

/**
 * Returns the labels of classes, those of skeletons with the labels of their points; `mutable` attributes change in
 * time.
 */
export const labelElements = (
  classes: readonly AnnotationClass[],
  skeletons: ReadonlyMap<string, SkeletonLabel>,
  mutable: boolean,
): string =>
  classes
    .filter(each => each.type !== ClassType.Relationship)
    .flatMap(({ name, color, type, attribute_groups: groups }) => {
      const attributes = groups.map(group => attributeInput(group, mutable)).join('');
      const skeleton = skeletons.get(name);
      const own = labelElement(
        name,
        color,
        skeleton !== undefined ? 'skeleton' : type === ClassType.Tag ? 'tag' : 'any',
        attributes,
        skeleton === undefined ? '' : `          <svg>${escapeXml(skeleton.svg())}</svg>\n`,
      );
      const parent = `          <parent>${escapeXml(name)}</parent>\n`;
      return [own, ...(skeleton?.names ?? []).map(each => labelElement(each, color, 'points', '', parent))];
    })
    .join('');

const labelElement = (name: string, color: string, type: string, attributes: string, rest: string): string =>
  `        <label>\n          <name>${escapeXml(name)}</name>\n          <color>${color.toLowerCase()}</color>\n          <type>${type}</type>\n          <attributes>\n${attributes}          </attributes>\n${rest}        </label>\n`;
