import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { defaultValues, newId } from '#plugins/annotate/annotations/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';

/** An object on an image, in item pixels. */
export interface PredictedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** True for a prediction that nobody has changed. */
export const isUntouched = ({ creationType, createdAt, updatedAt, locked }: Instance): boolean =>
  creationType === 'Prediction' && createdAt === updatedAt && locked !== true;

/** A new prediction that a person asked for at a time. */
export function predictionOf(
  { x, y, width, height, confidence }: PredictedBox,
  owner: AnnotationClass,
  email: string,
  at: string,
): Instance {
  return {
    id: newId(),
    type: 'bbox',
    classId: owner.id,
    className: owner.name,
    probability: Math.round(confidence * 100),
    groupId: 0,
    pointLabels: {},
    locked: false,
    visible: true,
    attributes: [...defaultValues(owner)],
    trackingId: null,
    error: null,
    points: { x1: x, y1: y, x2: x + width, y2: y + height },
    creationType: 'Prediction',
    createdAt: at,
    createdBy: { email },
    updatedAt: at,
    updatedBy: { email },
  };
}

/** The document whose untouched predictions are these. */
export function withPredictions(document: AnnotationDocument, predictions: readonly Instance[]): AnnotationDocument {
  const wanted = new Set(predictions.map(each => each.id));
  const kept = document.instances.filter(each => !isUntouched(each) || wanted.has(each.id));
  const present = new Set(kept.map(each => each.id));
  return { ...document, instances: [...kept, ...predictions.filter(each => !present.has(each.id))] };
}
