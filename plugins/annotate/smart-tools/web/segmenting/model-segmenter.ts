import type { Client } from '#core/api/web/index.ts';
import type { AssistantContext, SuggestedRegion } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Candidate, mlApi } from '../../common/api.ts';
import { unpackRuns } from '../../common/mask-runs.ts';
import type { Prompts } from '../../common/prompts.ts';
import { regionFromRuns } from '../../common/region-from-runs.ts';
import type { Proposal, ProposalOptions, Segmenter } from './proposal.ts';
import { outlineTolerance } from './proposal.ts';

/** Cells on the longer side of a preview. */
const PREVIEW_SIDE = 384;
const FULL_SIDE = 4096;

/** Asks the server's model. */
export class ModelSegmenter implements Segmenter {
  constructor(
    private readonly api: Client<typeof mlApi>,
    private readonly itemId: number,
  ) {}

  async propose(
    context: AssistantContext,
    { points, box }: Prompts,
    { previous, preview, signal }: ProposalOptions,
  ): Promise<Proposal> {
    const answer = await this.api.polygonPrediction({
      body: {
        image: this.itemId,
        points: points.filter(point => point.stroke !== true).map(({ x, y, label }) => ({ x, y, label })),
        ...(box === undefined ? {} : { box: { x1: box.minX, y1: box.minY, x2: box.maxX, y2: box.maxY } }),
        ...(previous === undefined ? {} : { previous }),
        longest_side: preview === true ? PREVIEW_SIDE : FULL_SIDE,
      },
      signal,
    });
    const tolerance = outlineTolerance(context);
    return {
      id: answer.id,
      regions: answer.candidates.map(each => ({
        score: each.score,
        region: () => regionOf(each, answer.step, tolerance),
      })),
    };
  }
}

async function regionOf(candidate: Candidate, step: number, tolerance: number): Promise<SuggestedRegion> {
  const { x, y, width, height, score } = candidate;
  const packed = Uint8Array.from(atob(candidate.runs), letter => letter.charCodeAt(0));
  const bytes = new Uint8Array(
    await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer(),
  );
  return {
    ...regionFromRuns({ x, y, width, height, rows: unpackRuns(bytes, width, height) }, step, tolerance),
    confidence: score,
  };
}
