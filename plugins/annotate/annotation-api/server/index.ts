import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AnnotationRights, Annotations, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { annotationFilesApi } from '../common/annotation-files-api.ts';
import { annotationsApi } from '../common/api.ts';
import { AnnotationAddresses } from './annotation-addresses.ts';
import { AnnotationDownloads } from './annotation-downloads.ts';
import { annotationFilesHandlers } from './annotation-files-handlers.ts';
import { AnnotationRemovals } from './annotation-removals.ts';
import { AnnotationSchemas } from './annotation-schemas.ts';
import { AnnotationUploads } from './annotation-uploads.ts';
import { annotationsHandlers } from './annotations-handlers.ts';
import { LargeUploads } from './large-uploads.ts';
import { MaskParts } from './mask-parts.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    for (const service of [
      AnnotationAddresses,
      AnnotationDownloads,
      AnnotationRemovals,
      AnnotationSchemas,
      AnnotationUploads,
      LargeUploads,
      MaskParts,
    ])
      container.bind(service as typeof AnnotationSchemas).toSelf();
  },
  activate({ get, implement }) {
    implement(
      annotationsApi,
      annotationsHandlers({
        items: get(Items),
        annotations: get(Annotations),
        rights: get(AnnotationRights),
        masks: get(Masks),
        downloads: get(AnnotationDownloads),
        uploads: get(AnnotationUploads),
        large: get(LargeUploads),
        schemas: get(AnnotationSchemas),
      }),
    );
    implement(
      annotationFilesApi,
      annotationFilesHandlers(
        get(AnnotationRemovals),
        get(AnnotationAddresses),
        get(AnnotationDownloads),
        get(AnnotationUploads),
      ),
    );
  },
});
