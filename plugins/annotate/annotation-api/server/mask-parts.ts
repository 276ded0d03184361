import { inject } from 'inversify';
import type { Fault } from '#core/base/common/index.ts';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { IntakeProject } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { FormPart } from './multipart-parts.ts';

/** Ending of a mask's name. */
const ending = '___save.png';

/** The masks of a form, and its other parts. */
export interface TakenMasks {
  /** Name of the mask for a document of these names, or why it was refused; undefined when the form has none. */
  of(names: readonly string[]): string | Fault | undefined;
  /** The parts that are no masks. */
  documents(parts: AsyncIterable<FormPart>): AsyncIterable<FormPart>;
}

/** Masks that come in a form beside the documents of pixel items, as parts called `<item name>___save.png`. */
export class MaskParts {
  constructor(@inject(Masks) private readonly masks: Masks) {}

  /** Keeps the masks of a form to a pixel project; forms to other projects have none. */
  async take(
    context: RequestContext,
    project: IntakeProject,
    parts: () => AsyncIterable<FormPart>,
  ): Promise<TakenMasks> {
    if (project.type !== 'pixel') return { of: () => undefined, documents: all => all };
    const taken = new Map<string, string | Fault>();
    for await (const part of parts()) {
      if (!isMask(part)) continue;
      const mask = await this.masks.take(context, part.content).then(
        ({ hash }) => hash,
        (error: unknown) => {
          if (isFault(error) && error.status < 500) return error;
          throw error;
        },
      );
      for (const name of part.names) taken.set(name.slice(0, -ending.length), mask);
    }
    return {
      of: names => names.map(name => taken.get(name)).find(mask => mask !== undefined),
      async *documents(all) {
        for await (const part of all) if (!isMask(part)) yield part;
      },
    };
  }
}

const isMask = ({ names }: FormPart): boolean => names.some(name => name.endsWith(ending));
