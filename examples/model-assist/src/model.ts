import type { Workbench } from '@loupe/sdk/app';

/** Address of the model; `hosts` of loupe-app.json names it too, and an admin allows it. */
const MODEL = 'http://localhost:8700';

/** A box that the model proposes: parts of the width and height of the picture from its top left, 0 to 1. */
export interface ProposedBox {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** 0 to 1. */
  readonly score: number;
}

/** Edge of the picture as the model gets it, in pixels. */
export const EDGE = 64;

/** Asks the model about a picture of `EDGE` × `EDGE` grey values, 0 to 255, row by row. */
export async function proposeBoxes(http: Workbench['http'], grey: readonly number[]): Promise<readonly ProposedBox[]> {
  const { status, body } = await http.fetch({
    url: `${MODEL}/boxes`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ width: EDGE, height: EDGE, grey }),
  });
  if (status !== 200) throw new Error(`The model answered ${status}.`);
  return (JSON.parse(body) as { readonly boxes: readonly ProposedBox[] }).boxes;
}
