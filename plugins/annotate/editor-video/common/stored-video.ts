import type { AnnotationDocument, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { spanOf, storedTimeline } from '#plugins/annotate/annotations/common/index.ts';
import { fromTimelineForm, isTimelineForm } from './timeline-form.ts';

/** Facts about a video beside its document. */
export interface VideoFacts {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Microseconds. */
  readonly duration?: number;
}

/**
 * The form in which a document of a video is stored: flat, the span of each object that of its segments, the size of
 * the video filled in where it is not said.
 */
export function storedVideo(document: AnnotationDocument, facts: VideoFacts): AnnotationDocument {
  const read = document as unknown as JsonRecord;
  const stored = storedTimeline(isTimelineForm(read) ? fromTimelineForm(read) : read) as unknown as AnnotationDocument;
  const known = Object.fromEntries(
    Object.entries(facts).filter(([key]) => stored.metadata[key] === undefined || stored.metadata[key] === null),
  );
  return {
    ...stored,
    metadata: { ...stored.metadata, ...known },
    instances: stored.instances.map(instance => {
      const span = spanOf(instance['parameters']);
      return span.start === undefined || (instance['start'] === span.start && instance['end'] === span.end)
        ? instance
        : { ...instance, ...span };
    }),
  };
}
