export {
  attributeGroupTypes,
  attributeTextLimit,
  classInput,
  classNameLimit,
  ClassType,
  classTypeNames,
} from './annotation-class.ts';
export type {
  AnnotationClass,
  Attribute,
  AttributeGroup,
  AttributeGroupInput,
  AttributeGroupType,
  ClassInput,
} from './annotation-class.ts';
export { classesApi } from './api.ts';
export type { ClassUses } from './api.ts';

export { classShapes, shapeProblem } from './class-shapes.ts';
export { ancestorsOf } from './group-condition.ts';
export { nextPaletteColor } from './class-palette.ts';
export { readClassesFile, writeClassesFile } from './classes-file.ts';
export { classesEvents } from './events.ts';
