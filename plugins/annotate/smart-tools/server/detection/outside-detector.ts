import { z } from '#core/api/common/index.ts';
import type { Egress } from '#core/egress/server/index.ts';
import { KeptConnection } from '../services/kept-connection.ts';
import type { ServiceCall } from '../services/service-call.ts';
import { askService, wrongAnswer } from '../services/service-call.ts';

/** Labels of one detector. */
const MOST_LABELS = 2000;
/** Objects of one picture. */
const MOST_OBJECTS = 2000;

const name = z.string().min(1).max(200);
const connection = z.object({ url: z.string(), model: name, labels: z.array(name).min(1).max(MOST_LABELS) });
/** A detection service that an operator connected, as it answered then. */
export type DetectorConnection = z.output<typeof connection>;

/** The connected detector. */
export const detectorConnection = new KeptConnection('detector.json', connection);

const found = z.object({
  label: name,
  confidence: z.number().min(0).max(1),
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
});
/** An object on a picture: its upper left corner and size in pixels, and how sure the detector is, from 0 to 1. */
export type FoundObject = z.output<typeof found>;

const answer = z.object({
  model: name.default('http'),
  labels: z.array(name).max(MOST_LABELS).optional(),
  objects: z.array(z.array(found).max(MOST_OBJECTS)),
});

const serviceAt = (url: string): ServiceCall<z.output<typeof answer>> => ({
  name: 'The detection service',
  url,
  answer,
  shape: '{"model": "…", "labels": ["…"], "objects": [[{"label", "confidence", "x", "y", "width", "height"}, …], …]}',
});

/**
 * Asks a detection service for the objects of JPEG files, a list for each.
 * @throws Fault MODEL_ANSWER (502), EGRESS_REFUSED, EGRESS_FAILED; the reason of `signal`.
 */
export async function askDetector(
  egress: Egress,
  url: string,
  pictures: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<z.output<typeof answer>> {
  const service = serviceAt(url);
  const images = pictures.map(each => Buffer.from(each).toString('base64'));
  const read = await askService(egress, service, { images }, signal);
  if (read.objects.length !== pictures.length)
    throw wrongAnswer(service, `answered objects of ${read.objects.length} images for ${pictures.length}`);
  return read;
}

/**
 * Asks for the objects of a grey picture, to learn the name and the labels of the detector.
 * @throws Fault MODEL_ANSWER (502), EGRESS_REFUSED, EGRESS_FAILED.
 */
export async function probeDetector(egress: Egress, url: string, picture: Uint8Array): Promise<DetectorConnection> {
  const { model, labels = [] } = await askDetector(egress, url, [picture]);
  if (labels.length === 0) throw wrongAnswer(serviceAt(url), 'did not name its labels');
  return { url, model, labels: [...new Set(labels)] };
}
