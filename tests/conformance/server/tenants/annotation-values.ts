/** Values of calls of annotations, by call and field. */
export const ANNOTATION_VALUES: Readonly<Record<string, () => unknown>> = {
  'annotations.getObjectCell:level': () => 0,
  'annotations.getObjectCell:column': () => 0,
  'annotations.getObjectCell:row': () => 0,
  'annotations.listObjects:class_id': () => -1,
  'annotations.listObjects:after': () => 0,
  'annotations.readObjects:ids': () => ['a'],
  'annotations.saveObjects:base': () => 1,
  'annotations.saveObjects:patches': () => [],
  'annotations.saveAnnotation:base': () => 1,
  // After `saveAnnotation`.
  'annotations.saveEdits:base': () => 2,
  'annotations.saveEdits:patches': () => [],
  'annotations.restoreVersion:base': () => 1,
};
