import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { inTurns, invalidField, notFound, serializing } from '#core/base/common/index.ts';
import type { CallExtras, Handlers, RequestContext, StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import { demandContract } from '#core/kernel/server/index.ts';
import { maskField } from '#plugins/annotate/annotations/common/index.ts';
import type { AnnotationRights, Annotations, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { annotationsApi } from '../common/api.ts';
import type { AnnotationDownloads } from './annotation-downloads.ts';
import type { AnnotationSchemas } from './annotation-schemas.ts';
import type { AnnotationUploads } from './annotation-uploads.ts';
import type { LargeUploads, SyncProgress, UploadPlace } from './large-uploads.ts';
import { formBoundary } from './multipart-parts.ts';

/** Services of the calls of the assets service. */
export interface AnnotationServices {
  readonly items: Items;
  readonly annotations: Annotations;
  readonly rights: AnnotationRights;
  readonly masks: Masks;
  readonly downloads: AnnotationDownloads;
  readonly uploads: AnnotationUploads;
  readonly large: LargeUploads;
  readonly schemas: AnnotationSchemas;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const;

const jsonReply = (value: unknown): StreamReply => streamReply(Buffer.from(JSON.stringify(value)), JSON_HEADERS);

/** The client names an upload by a header; a query serves those that cannot set one. */
function uploadIdOf(
  headers: CallExtras['headers'],
  query: { readonly upload_id?: string | undefined },
): string | undefined {
  const given = headers['upload_id'];
  if (given === undefined) return query.upload_id;
  if (typeof given !== 'string' || !UUID.test(given))
    throw invalidField('upload_id', 'must be the upload_id that the start of the upload answered');
  return given.toLowerCase();
}

type PartCall = CallExtras & {
  readonly params: { readonly item_id: number };
  readonly query: {
    readonly project_id: number;
    readonly path?: string | undefined;
    readonly upload_id?: string | undefined;
  };
};

const placeOf = ({ params, query, headers }: PartCall): UploadPlace => ({
  projectId: query.project_id,
  itemId: params.item_id,
  uploadId: uploadIdOf(headers, query),
  path: query.path,
});

/** The upload must be named where bytes belong to it. */
function namedPlace(call: PartCall): UploadPlace {
  const place = placeOf(call);
  if (place.uploadId === undefined)
    throw invalidField('upload_id', 'send the upload_id that the start of the upload answered, as a header');
  return place;
}

/** Handlers of the assets service. */
export function annotationsHandlers({
  items,
  annotations,
  rights,
  masks,
  downloads,
  uploads,
  large,
  schemas,
}: AnnotationServices): Handlers<typeof annotationsApi> {
  const sendPart: Handlers<typeof annotationsApi>['sendPart'] = async (call, context) => {
    await large.part(context, namedPlace(call), call.query.chunk_id, call.body.data_chunk);
    return { success: true };
  };
  const finishLarge: Handlers<typeof annotationsApi>['finishLarge'] = async (call, context) => {
    await large.finish(context, namedPlace(call));
    return { success: true };
  };
  // What is stored can be read at once, in every shape: there is nothing to make ready.
  const readable = async (context: RequestContext, { itemId, projectId }: UploadPlace): Promise<SyncProgress> => {
    await items.get(context, itemId, projectId);
    return { status: 'SUCCESS' };
  };
  const sync: Handlers<typeof annotationsApi>['sync'] = (call, context) => {
    const place = placeOf(call);
    if (place.uploadId === undefined) return readable(context, place);
    demandContract(context.team);
    return large.store(context, place);
  };
  const syncStatus: Handlers<typeof annotationsApi>['syncStatus'] = (call, context) => {
    const place = placeOf(call);
    return call.query.desired_version === undefined ? large.progress(context, place) : readable(context, place);
  };
  const schema: Handlers<typeof annotationsApi>['schema'] = ({ query }, context) =>
    schemas.of(context, query.project_type, query.version);

  return {
    async classify({ body }, context) {
      const { small, large: big } = await downloads.classify(context, body.project_id, body.item_ids);
      return {
        small: Object.fromEntries(small.map((group, at) => [String(at), { data: group.map(id => ({ id })) }])),
        large: big.map(id => ({ id })),
      };
    },
    async downloadMany({ query, body }, context) {
      const texts = await downloads.stream(context, query.project_id, body.image_ids, query.transform_version);
      return streamReply(Readable.from(texts, { objectMode: false, highWaterMark: 64 * 1024 }), {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      });
    },
    async downloadOne({ params, query }, context) {
      // Encoded twice: the client parses the answer, and then what it holds.
      return jsonReply(
        await inTurns(
          serializing(await downloads.one(context, query.project_id, params.item_id, query.transform_version, true)),
          setImmediate,
        ),
      );
    },
    async uploadOne({ params, query, body }, context) {
      return {
        id: params.item_id,
        etag: await uploads.one(context, query.project_id, {
          itemId: params.item_id,
          document: body,
          overwrite: query.overwrite === true,
          etag: query.etag,
        }),
      };
    },
    async uploadMany({ query, headers, stream }, context) {
      const boundary = formBoundary(headers['content-type']);
      const { failed, failures, missingResources } = await uploads.many(
        context,
        query.project_id,
        query.folder_id,
        stream ?? Readable.from([]),
        boundary,
      );
      const missing = {
        class: [...missingResources.class],
        attribute: [...missingResources.attribute],
        attributeGroup: [...missingResources.attributeGroup],
        template: [...missingResources.template],
      };
      return { failedItems: [...failed], failures: [...failures], missingResources: missing };
    },
    async downloadLarge({ params, query }, context) {
      return jsonReply(await downloads.one(context, query.project_id, params.item_id, query.transform_version, false));
    },
    async downloadMask({ params, query }, context) {
      const { document } = await annotations.of(context, await items.get(context, params.item_id, query.project_id));
      const mask = await masks.read(context, document[maskField]);
      if (mask === undefined) throw notFound('The mask');
      return streamReply(mask, { 'content-type': 'image/png', 'cache-control': 'no-store' });
    },
    async uploadMask({ params, query, stream }, context) {
      try {
        await rights.demandWrite(context, await items.get(context, params.item_id, query.project_id));
        return { mask: (await masks.take(context, stream)).hash };
      } finally {
        stream.resume();
      }
    },
    startLarge: ({ params, query }, context) => large.start(context, query.project_id, params.item_id),
    sendPart,
    finishLarge,
    sync,
    syncStatus,
    schema,
    sendPartOlder: sendPart,
    finishLargeOlder: finishLarge,
    syncOlder: sync,
    syncStatusOlder: syncStatus,
    schemaOlder: schema,
  };
}
