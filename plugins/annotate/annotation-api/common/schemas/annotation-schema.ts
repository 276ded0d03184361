import type { JsonSchema } from '#plugins/annotate/annotations/common/index.ts';
import { timelineSchema } from '#plugins/annotate/annotations/common/index.ts';
import {
  anyShapeSchema,
  classificationSchema,
  formSchema,
  partsSchema,
  pointCloudSchema,
  textSchema,
} from './instance-schema.ts';

/** Schemas of the project types that have no editor of their own to ask. */
const schemas: Readonly<Record<number, JsonSchema>> = {
  2: partsSchema,
  3: timelineSchema,
  4: textSchema,
  6: classificationSchema,
  7: pointCloudSchema,
  8: formSchema,
};

/** The schema of a project type, 1 to 8, when no editor has a closer one. */
export const annotationSchema = (projectType: number): JsonSchema => schemas[projectType] ?? anyShapeSchema;
