import type { Egress } from '#core/egress/server/index.ts';
import { z } from '#core/api/common/index.ts';
import { KeptConnection } from '../services/kept-connection.ts';
import type { ServiceCall } from '../services/service-call.ts';
import { askService, wrongAnswer } from '../services/service-call.ts';

const connection = z.object({ url: z.string(), model: z.string().max(200) });
/** A tracking service that an operator connected, as it answered then. */
export type TrackerConnection = z.output<typeof connection>;

/** The connected tracker. */
export const trackerConnection = new KeptConnection('tracker.json', connection);

const box = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number().min(0),
  height: z.number().min(0),
  confidence: z.number().min(0).max(1).default(1),
});
/** Place of an object on a picture, in its pixels, and how sure the tracker is, from 0 to 1. */
export type OutsideBox = z.output<typeof box>;

const answer = z.object({ model: z.string().max(200).default('http'), boxes: z.array(box.nullable()) });

/** Pictures that follow each other, and what is known of the object on them. */
export interface TrackedPart {
  /** Names the stretch of the video; parts of one stretch come one after the other. */
  readonly stretch: string;
  /** JPEG files. */
  readonly pictures: readonly Uint8Array[];
  /** The object on the first picture. */
  readonly first: Omit<OutsideBox, 'confidence'>;
  /** The object on the last picture, where it is known. */
  readonly last?: Omit<OutsideBox, 'confidence'> | undefined;
}

const serviceAt = (url: string): ServiceCall<z.output<typeof answer>> => ({
  name: 'The tracking service',
  url,
  answer,
  shape: '{"model": "…", "boxes": [{"x", "y", "width", "height", "confidence"} or null, …]}',
});

async function ask(
  egress: Egress,
  url: string,
  { stretch, pictures, first, last }: TrackedPart,
  signal?: AbortSignal,
): Promise<z.output<typeof answer>> {
  const service = serviceAt(url);
  const images = pictures.map(each => Buffer.from(each).toString('base64'));
  const body = { stretch, images, first, ...(last === undefined ? {} : { last }) };
  const read = await askService(egress, service, body, signal);
  if (read.boxes.length !== pictures.length)
    throw wrongAnswer(service, `answered ${read.boxes.length} boxes for ${pictures.length} images`);
  return read;
}

/** Follows nothing over two grey pictures. @throws Fault MODEL_ANSWER (502), EGRESS_REFUSED, EGRESS_FAILED. */
export async function probeTracker(egress: Egress, url: string, picture: Uint8Array): Promise<TrackerConnection> {
  const first = { x: 16, y: 16, width: 16, height: 16 };
  const { model } = await ask(egress, url, { stretch: 'test', pictures: [picture, picture], first });
  return { url, model };
}

/**
 * A service of the operator that follows an object through pictures. It gets `{"stretch": name, "images": [base64
 * JPEG], "first": box, "last": box}` by POST, `last` only where it is known, and answers `{"model": "name", "boxes":
 * […]}`: a box for each image, null where the object is not there.
 */
export class OutsideTracker {
  /** Its name on screens. */
  readonly title: string;

  constructor(
    private readonly egress: Egress,
    private readonly service: TrackerConnection,
  ) {
    this.title = service.model;
  }

  /** @throws Fault MODEL_ANSWER (502), EGRESS_REFUSED, EGRESS_FAILED; the reason of `signal` */
  async follow(part: TrackedPart, signal: AbortSignal): Promise<readonly (OutsideBox | null)[]> {
    return (await ask(this.egress, this.service.url, part, signal)).boxes;
  }
}
